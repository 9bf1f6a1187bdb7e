import {
  accreditPayment,
  cancelPayment,
  openMediation,
  refundPayment,
  rejectPayment,
} from '../payments/change-payment.ts'
import { resolveChargeback, openChargeback } from '../payments/chargebacks.ts'
import type { Payment, PaymentStatus } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/** What can happen to a payment after it was made, and in which states people are offered it. */
interface PaymentAction {
  from: PaymentStatus[]
  label: { es: string; en: string }
  run(
    context: SimulatorContext,
    payment: Payment,
    wish: { amount?: number; as?: 'approved' | 'charged_back' },
  ): void
}

const WAITING: PaymentStatus[] = ['pending', 'in_process', 'authorized']
const REFUNDABLE: PaymentStatus[] = ['approved', 'in_mediation']

/** The later life of a payment, by action. */
export const PAYMENT_ACTIONS = {
  accredit: {
    from: [...WAITING, 'cancelled', 'in_mediation'],
    label: { es: 'Acreditar', en: 'Accredit' },
    run: accreditPayment,
  },
  expire: {
    from: WAITING,
    label: { es: 'Vencer', en: 'Expire' },
    run: (context, payment) => cancelPayment(context, payment, 'expired'),
  },
  reject: { from: WAITING, label: { es: 'Rechazar', en: 'Reject' }, run: rejectPayment },
  refund: {
    from: REFUNDABLE,
    label: { es: 'Devolver', en: 'Refund' },
    run: (context, payment) => refundPayment(context, payment, { by: 'admin' }),
  },
  partial_refund: {
    from: REFUNDABLE,
    label: { es: 'Devolver la mitad', en: 'Refund half' },
    run: (context, payment, { amount }) =>
      refundPayment(context, payment, { amount: amount ?? half(payment), by: 'admin' }),
  },
  mediation: { from: ['approved'], label: { es: 'Reclamo', en: 'Claim' }, run: openMediation },
  chargeback: {
    from: REFUNDABLE,
    label: { es: 'Contracargo', en: 'Chargeback' },
    run: openChargeback,
  },
  reimburse: {
    from: ['charged_back'],
    label: { es: 'Contracargo ganado', en: 'Chargeback won' },
    run: (context, payment, { as = 'approved' }) =>
      resolveChargeback(context, payment, { won: true, status: as }),
  },
  settle: {
    from: ['charged_back'],
    label: { es: 'Contracargo perdido', en: 'Chargeback lost' },
    run: (context, payment) =>
      resolveChargeback(context, payment, { won: false, status: 'charged_back' }),
  },
} satisfies Record<string, PaymentAction>

export type PaymentActionName = keyof typeof PAYMENT_ACTIONS

/** The names of the actions, as `POST /control/payments/{id}` takes them. */
export const PAYMENT_ACTION_NAMES = Object.keys(PAYMENT_ACTIONS) as PaymentActionName[]

/** Whether people get a button for this. The programs' surface lets the payment itself refuse. */
export function isActionOffered(name: PaymentActionName, status: PaymentStatus): boolean {
  const { from }: PaymentAction = PAYMENT_ACTIONS[name]
  return from.includes(status)
}

const half = ({ transaction_amount: amount }: Payment) => Math.floor(amount / 2) || amount
