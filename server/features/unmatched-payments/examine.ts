import { readOrderMetadata } from '#server/features/orders/rules/order-metadata.ts'
import type { RebuildObstacle } from '#contract/admin/unmatched-payments.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { isMoneyHeld, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import { withSellerToken, isPermissionGone } from '#server/features/payment-accounts/tokens.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  ProviderError,
  type ProviderPayment,
  type ProviderPreference,
} from '#server/integrations/mercadopago/provider.ts'
import { applyPayment } from '#server/features/payments/apply-payment.ts'
import { type PlannedOrder, parseProductId, planOrder } from './plan-order.ts'
import {
  type LockedProduct,
  findRefundsOfLostOrder,
  findWholeEditions,
  hasLinkedAccount,
  lockProducts,
} from './queries.ts'
import {
  type UnmatchedPaymentRow,
  findUnmatchedPayment,
} from '#server/features/payments/unmatched-queries.ts'
import type { Context } from '#server/context.ts'

/** The number of seconds after which admins should try again while the provider is down. */
const RETRY_SECONDS = 10

/** What the provider says about an unmatched payment and about what was bought with it. */
export interface Examination {
  row: UnmatchedPaymentRow
  payment?: ProviderPayment
  page?: ProviderPreference
  /** The products that the payment page names and that exist, whoever sells them. */
  products: LockedProduct[]
  order?: PlannedOrder
  /** Why the order cannot be rebuilt; null if it can be. */
  obstacle: RebuildObstacle | null
}

/**
 * Requires that a payment matches no order and was not dismissed.
 * @throws ApiError PAYMENT_NOT_FOUND if it is unknown; PAYMENT_STATUS_ALREADY_SET if it has an order;
 * PAYMENT_STATUS_ALREADY_CHANGED if it was dismissed
 */
export async function requireUnmatched(
  db: Db,
  row: UnmatchedPaymentRow | undefined,
): Promise<UnmatchedPaymentRow> {
  if (!row) throw new ApiError('PAYMENT_NOT_FOUND', 'no such unmatched payment')
  const order = await findOrder(db, row.orderId)
  if (order && (order.sellerId === row.sellerId || order.collectorId === row.collectorId))
    throw new ApiError('PAYMENT_STATUS_ALREADY_SET', `payment ${row.id} has an order`)
  if (row.dismissedAt) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'dismissed')
  return row
}

/**
 * Reads an unmatched payment and the payment page of its order from the provider, and finds out whether the order can
 * be made again. If the payment matches an order by now, it is applied.
 * @throws ApiError as `requireUnmatched`; ERROR_SERVICE_UNAVAILABLE if the provider does not answer
 */
export async function examinePayment(context: Context, paymentId: string): Promise<Examination> {
  const { db, provider } = context
  const row = await requireUnmatched(db, await findUnmatchedPayment(db, paymentId))
  try {
    const payment = await withSellerToken(context, row, accessToken =>
      provider.readPayment(accessToken, paymentId),
    )
    await applyPayment(context, row, payment)
    const current = await requireUnmatched(db, await findUnmatchedPayment(db, paymentId))
    const page = await withSellerToken(context, row, accessToken =>
      provider.findPreference(accessToken, row.orderId),
    )
    return await runTransaction(db, tx => assess(context, tx, current, payment, page))
  } catch (error) {
    const examination = { row, products: [] }
    if (isPermissionGone(error)) return { ...examination, obstacle: 'account_unreadable' }
    if (!(error instanceof ProviderError)) throw error
    if (error.fault === 'not_found') return { ...examination, obstacle: 'not_paid' }
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', error.message, {
      retryAfter: error.retryAfter ?? RETRY_SECONDS,
      cause: error,
    })
  }
}

/** Compares what the provider says with the database, whose products stay locked until the transaction ends. */
export async function assess(
  context: Context,
  tx: Transaction,
  row: UnmatchedPaymentRow,
  payment: ProviderPayment,
  page: ProviderPreference | undefined,
): Promise<Examination> {
  const examination = { row, payment, products: [] }
  if (!page) return { ...examination, obstacle: 'page_unknown' }
  const ids = page.items.flatMap(({ id }) => parseProductId(id) ?? [])
  const packIds = (readOrderMetadata(page.metadata, page.items.length)?.items ?? []).flatMap(
    item => item.pack_id ?? [],
  )
  const known = await lockProducts(tx, [...ids, ...packIds])
  const products = known.filter(({ id }) => ids.includes(id))
  const plan = planOrder(page, known, await findWholeEditions(tx, ids), context.config)
  const found = { ...examination, page, products }
  const obstacle =
    (await findObstacle(context, tx, row, payment)) ??
    ('obstacle' in plan ? plan.obstacle : await findForeignAccount(tx, plan.order, page, payment))
  return 'order' in plan
    ? { ...found, order: plan.order, obstacle }
    : { ...found, obstacle: obstacle ?? plan.obstacle }
}

async function findObstacle(
  { config: { mercadoPago } }: Context,
  tx: Transaction,
  row: UnmatchedPaymentRow,
  payment: ProviderPayment,
): Promise<RebuildObstacle | null> {
  if (!isMoneyHeld(toPaymentStatus(payment.status))) return 'not_paid'
  if (payment.liveMode !== mercadoPago.liveMode) return 'not_live_mode'
  if (await findOrder(tx, row.orderId)) return 'order_of_another_seller'
  const refunds = await findRefundsOfLostOrder(tx, row.orderId)
  return refunds.some(({ state }) => state !== 'refused') ? 'refund_under_way' : null
}

/** Requires that the money went to an account that the seller of the products has linked, and in the right currency. */
async function findForeignAccount(
  tx: Transaction,
  { sellerId }: PlannedOrder,
  page: ProviderPreference,
  payment: ProviderPayment,
): Promise<RebuildObstacle | null> {
  if (payment.currency !== page.currency) return 'another_currency'
  const isSellersAccount =
    payment.collectorId === page.collectorId &&
    (await hasLinkedAccount(tx, sellerId, payment.collectorId))
  return isSellersAccount ? null : 'another_collector'
}
