import {
  accreditPayment,
  cancelPayment,
  decideRefund,
  openMediation,
  refundPayment,
  rejectPayment,
} from '../payments/change-payment.ts'
import { resolveChargeback, openChargeback } from '../payments/chargebacks.ts'
import type { Payment, PaymentStatus } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/** An action that changes an existing payment, with the payment states in which the control panel offers the action. */
interface PaymentAction {
  from: PaymentStatus[]
  label: { es: string; en: string }
  run(
    context: SimulatorContext,
    payment: Payment,
    options: { amount?: number; as?: 'approved' | 'charged_back' },
  ): void
}

const WAITING: PaymentStatus[] = ['pending', 'in_process', 'authorized']
const REFUNDABLE: PaymentStatus[] = ['approved', 'in_mediation']

/** The actions that change an existing payment, by their names in the control API. */
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
  approve_refund: {
    from: REFUNDABLE,
    label: { es: 'Aprobar la devolución', en: 'Approve the refund' },
    run: (context, payment) => decideRefund(context, payment, 'approved'),
  },
  reject_refund: {
    from: REFUNDABLE,
    label: { es: 'Rechazar la devolución', en: 'Reject the refund' },
    run: (context, payment) => decideRefund(context, payment, 'rejected'),
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

/** The names of the payment actions, as `POST /control/payments/{id}` accepts them. */
export const PAYMENT_ACTION_NAMES = Object.keys(PAYMENT_ACTIONS) as PaymentActionName[]

/**
 * Tells whether the control panel shows a button for an action in a payment state. The control API accepts every
 * action, and the action itself rejects a wrong state.
 */
export function isActionOffered(name: PaymentActionName, status: PaymentStatus): boolean {
  const { from }: PaymentAction = PAYMENT_ACTIONS[name]
  return from.includes(status)
}

const half = ({ transaction_amount: amount }: Payment) => Math.floor(amount / 2) || amount
