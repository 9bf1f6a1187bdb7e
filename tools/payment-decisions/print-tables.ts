import type { PaymentStatus } from '#server/db/payment-statuses.ts'
import { isPaidByAnother } from '#server/features/orders/rules/payment-state.ts'
import { type Step, decide } from '#server/features/payments/decide/decide.ts'
import {
  type OrderRow,
  type PaymentRow,
  type SituationOfPayment,
  USUAL_SITUATION,
  buildOrder,
  buildPaidOrder,
  buildReportedPayment,
  buildStoredPayment,
} from './situations.ts'

/** An order in each of its states, with the payments that were stored when it came there. */
const ORDERS: Record<OrderRow['state'], { order: OrderRow; stored: PaymentRow[] }> = {
  open: { order: buildOrder(), stored: [] },
  expired: { order: buildOrder({ state: 'expired' }), stored: [] },
  review: {
    order: buildOrder({ state: 'review' }),
    stored: [
      buildStoredPayment('approved', { id: '3', amountMinor: 1500, problem: 'another_amount' }),
    ],
  },
  approved: { order: buildPaidOrder(), stored: [buildStoredPayment('approved')] },
  refunded: {
    order: buildPaidOrder({ state: 'refunded' }),
    stored: [buildStoredPayment('refunded', { refundedMinor: 1000 })],
  },
  charged_back: {
    order: buildPaidOrder({ state: 'charged_back' }),
    stored: [buildStoredPayment('charged_back')],
  },
}

/** The statuses of a payment in columns. Those of one column have the same consequences in every state. */
const COLUMNS: PaymentStatus[][] = [
  ['pending', 'in_process', 'authorized'],
  ['rejected', 'cancelled'],
  ['approved'],
  ['in_mediation'],
  ['refunded'],
  ['charged_back'],
]

/** What is read: each table shows one kind of payment. */
const TABLES: { title: string; read: (status: string) => SituationOfPayment['payment'] }[] = [
  {
    title: 'The payment that pays the order, or has paid it',
    read: status => readWhole(status, {}),
  },
  { title: 'Another payment of the whole price', read: status => readWhole(status, { id: '2' }) },
  {
    title: 'Another payment that differs from the order',
    read: status => readWhole(status, { id: '2', amountMinor: 1500 }),
  },
]

function readWhole(status: string, fields: Parameters<typeof buildReportedPayment>[1]) {
  const payment = buildReportedPayment(status, fields)
  return status === 'refunded' ? { ...payment, refundedMinor: payment.amountMinor } : payment
}

/**
 * Prints what a payment does to its order, by the state of the order and the status that the provider reports: the
 * decisions themselves, in Markdown.
 * @throws Error if two statuses of one column have different consequences
 */
export function printDecisionTables(): string {
  return TABLES.map(({ title, read }) =>
    [
      `### ${title}`,
      '',
      `| order | ${COLUMNS.map(names => names.map(name => `\`${name}\``).join(', ')).join(' | ')} |`,
      `| --- | ${COLUMNS.map(() => '---').join(' | ')} |`,
      ...Object.entries(ORDERS).map(([state, { order, stored }]) => {
        const cells = COLUMNS.map(statuses => {
          const [text = '', ...others] = new Set(
            statuses.map(status =>
              describe(
                decide({ ...USUAL_SITUATION, order, stored, payment: read(status) }).steps,
                order,
              ),
            ),
          )
          if (others.length > 0) throw new Error(`${state}, ${statuses.join()}: ${others.join()}`)
          return text
        })
        return `| \`${state}\` | ${cells.join(' | ')} |`
      }),
    ].join('\n'),
  ).join('\n\n')
}

/** Describes a decision in words. The steps of every decision are left out: stored, settled, booked. */
function describe(steps: readonly Step[], order: OrderRow): string {
  const isUnpaid = order.state === 'open' || order.state === 'expired'
  const words = steps.flatMap(step => {
    switch (step.do) {
      case 'transition':
        return step.to === order.state ? [] : [`**${step.to}**`]
      case 'record':
        return step.audience === 'nobody' ? [] : [`tell ${step.audience}: \`${step.kind}\``]
      case 'send_to_review':
        return isUnpaid ? ['**review**'] : ['an admin decides']
      case 'deliver':
        return [isPaidByAnother(order, step.paidBy) ? 'deliver again' : 'deliver']
      case 'close_grants':
        return ['close the downloads']
      case 'reopen_grants':
        return ['open the downloads']
      case 'return_surplus':
        return ['refund what is too much']
      case 'record_attempt':
        return ['tell of the attempt']
      default:
        return []
    }
  })
  return words.join('; ')
}
