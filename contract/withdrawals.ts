import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import {
  Currency,
  Email,
  IsoDateTime,
  MinorAmount,
  OrderId,
  issueKey,
  machineText,
  requiredText,
} from './core/fields.ts'
import { LIMITS } from './core/limits.ts'
import { cleanContact, OrderNumber, parseOrderNumber } from './orders/order-number.ts'

/**
 * What the right of withdrawal covers: `always` every order within the period; `until_download` only files that the
 * buyer has not downloaded yet.
 */
export const WITHDRAWAL_SCOPES = ['always', 'until_download'] as const
export type WithdrawalScope = (typeof WITHDRAWAL_SCOPES)[number]

/** The right of buyers to withdraw from an order, as this installation grants it. */
export interface WithdrawalTerms {
  /** The length of the period in calendar days after the delivery. */
  days: number
  scope: WithdrawalScope
}

/** The limits of the setting WITHDRAWAL_DAYS. */
export const WITHDRAWAL_DAYS = { min: 2, max: 60 } as const

/** The number of working days that a seller has to answer a request after the period. */
export const ANSWER_DAYS = 5

/** The code of a request to withdraw, such as `A-7K3M-29QD`. */
const WithdrawalCode = z.string()

/** The public form: an email address or an order number. */
export const WithdrawalForm = z.object({
  contact: z.string({ error: issueKey('issue_withdrawal_contact') }).check(
    z.overwrite(cleanContact),
    z.maxLength(100, { error: issueKey('issue_withdrawal_contact'), abort: true }),
    z.refine(
      text => parseOrderNumber(text) !== undefined || z.safeParse(Email, text).success,
      issueKey('issue_withdrawal_contact'),
    ),
  ),
})
export type WithdrawalForm = z.infer<typeof WithdrawalForm>

/**
 * The states of a withdrawal. `canceling`: a payment that is not made yet is being canceled. `asking`: the seller has
 * to answer. `refunding`: the refund was requested. `waiting_funds`: MercadoPago refused the refund, which is requested
 * again every day. The others are final.
 */
export const WITHDRAWAL_STATES = [
  'canceling',
  'asking',
  'refunding',
  'waiting_funds',
  'refunded',
  'canceled',
  'declined',
  'disputed',
  'failed',
] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

export const OrderWithdrawal = z.object({
  /**
   * What a request would do now: `refund` without an answer of the seller, `cancel` a payment that is not made yet, or
   * ask the seller for an `answer`. Null if nothing can be returned, or if the buyer has withdrawn already, unless the
   * seller keeps the downloads closed and the withdrawal is not under way.
   */
  option: z.nullable(z.enum(['refund', 'cancel', 'answer'])),
  /**
   * Until when the refund of all items below needs no answer of the seller; null before the delivery and after the
   * period.
   */
  endsAt: z.nullable(IsoDateTime),
  /** The IANA name of the buyer's time zone, in which the period and the seller's time end at midnight. */
  timeZone: z.string(),
  /** The items that would be returned. The next field is the amount that the buyer would get back for them. */
  items: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** The end of the item's own period, which the guarantee of its seller can prolong; null if it has none. */
      endsAt: z.nullable(IsoDateTime),
    }),
  ),
  /** Whether the order has other items that the buyer would keep, since their periods are over, or as below. */
  isPart: z.boolean(),
  /**
   * The items whose price counts for a pack that another order of the buyer completes, with the number of that order.
   * They cannot be returned before that order.
   */
  credited: z.array(z.object({ name: z.string(), packName: z.string(), number: OrderNumber })),
  amountMinor: MinorAmount,
  /** The withdrawal of the order; null if the buyer has not withdrawn. */
  withdrawal: z.nullable(
    z.object({
      code: WithdrawalCode,
      state: z.enum(WITHDRAWAL_STATES),
      askedAt: IsoDateTime,
      /** Until when the seller has to answer; null if no answer is awaited. */
      dueAt: z.nullable(IsoDateTime),
      /** Why the seller declined; null otherwise. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type OrderWithdrawal = z.infer<typeof OrderWithdrawal>

/**
 * Requests a withdrawal without an account. The answer is the same whether or not an order exists. An email with the
 * code and with links to the orders goes to the address of the orders, and the buyer confirms there.
 */
export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/public/withdrawal',
  summary: 'Request to withdraw from an order by email address or order number',
  access: 'public',
  captcha: { action: 'withdrawal_form', in: 'header' },
  body: WithdrawalForm,
  reply: z.object({ code: WithdrawalCode }),
  status: 202,
})

/** A withdrawal as the seller of its order sees it. */
export const SaleWithdrawal = z.object({
  orderId: z.string(),
  orderNumber: OrderNumber,
  code: WithdrawalCode,
  state: z.enum(WITHDRAWAL_STATES),
  askedAt: IsoDateTime,
  /** Until when the seller can answer; null if no answer is awaited. Without an answer the refund is made. */
  dueAt: z.nullable(IsoDateTime),
  reason: z.nullable(z.string()),
  productName: z.string(),
  /** The number of items in the order. */
  items: z.int(),
  totalMinor: MinorAmount,
  /** What is left of the total to give back. */
  leftMinor: MinorAmount,
  currency: Currency,
})
export type SaleWithdrawal = z.infer<typeof SaleWithdrawal>

/** Lists the seller's withdrawals: those that await an answer first, by the time that is left, then the newest. */
export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/sales/withdrawals',
  summary: 'The withdrawals from the orders of the seller, the newest 100',
  access: 'verified',
  cacheTags: ['Withdrawals'],
  reply: z.object({ withdrawals: z.array(SaleWithdrawal) }),
})

const byOrder = z.object({ orderId: OrderId })

/**
 * Grants the refund that a buyer asked for after the period. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if no answer is
 * awaited any more.
 */
export const grantWithdrawal = endpoint({
  method: 'POST',
  path: '/sales/:orderId/withdrawal/grant',
  summary: 'Grant a refund that a buyer asked for after the withdrawal period',
  access: 'owner',
  cacheTags: ['Withdrawals', 'Sale', 'Sales'],
  params: byOrder,
  errors: [
    'PAYMENT_NOT_FOUND',
    'PAYMENT_STATUS_ALREADY_CHANGED',
    'ERROR_REAUTHENTICATION_REQUIRED',
  ],
})

/** Declines the refund that a buyer asked for after the period. The buyer reads the reason. */
export const declineWithdrawal = endpoint({
  method: 'POST',
  path: '/sales/:orderId/withdrawal/decline',
  summary: 'Decline a refund that a buyer asked for after the withdrawal period',
  access: 'owner',
  cacheTags: ['Withdrawals', 'Sale'],
  params: byOrder,
  body: z.object({
    reason: requiredText(1, LIMITS.reason.max, 'issue_reason_required', 'issue_reason_long'),
  }),
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

const byToken = z.object({ token: machineText(200) })

export const getOrderWithdrawal = endpoint({
  method: 'GET',
  path: '/public/order/:token/withdrawal',
  summary: 'Whether and how the buyer can withdraw from an order',
  access: 'public',
  params: byToken,
  reply: OrderWithdrawal,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/**
 * Withdraws from an order: refunds it, cancels its payment, or asks the seller. Repeated requests are one withdrawal
 * with one code. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if there is nothing to return, for instance after a
 * chargeback.
 */
export const withdrawFromOrder = endpoint({
  method: 'POST',
  path: '/public/order/:token/withdrawal',
  summary: 'Withdraw from an order',
  access: 'public',
  params: byToken,
  reply: OrderWithdrawal,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
