import { LIMITS } from '#contract/limits.ts'
import { splitByShare } from '#contract/money.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type ProviderPayment, ProviderError } from '#server/adapters/payments/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { type SellerAccount, withSellerToken } from '#server/features/sellers/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { localeOf } from '#server/http/language.ts'
import { type SalesDeps, orderLink } from './deps.ts'
import { netOf } from './net.ts'
import {
  MOVES,
  type OrderState,
  isPending,
  mismatch,
  nextCheck,
  paymentStatus,
} from './payment-state.ts'
import { closeGrants, insertGrants, reopenGrants } from './grant-queries.ts'
import {
  type OrderRow,
  countSales,
  findAdmins,
  findItems,
  findOrder,
  findPayments,
  findUsername,
  keepPayment,
  lockOrder,
  moveOrder,
  planCheck,
  recordEvent,
  savePayment,
  saveSettlement,
} from './queries.ts'

/** What became of a payment that was read: applied, or the code of why not. For the log and the inbox. */
export type Outcome =
  | 'applied'
  | Extract<
      ErrorCode,
      | 'PAYMENT_STATUS_ALREADY_SET'
      | 'PAYMENT_STATUS_ALREADY_CHANGED'
      | 'PAYMENT_NOT_FOUND'
      | 'PRODUCT_ALREADY_SENT'
    >

/**
 * Reads one payment with its seller's token and lets the order follow it. Every way of learning of a payment
 * ends here.
 * @throws ApiError, ProviderError where it cannot be read
 */
export async function readAndApply(
  deps: SalesDeps,
  seller: SellerAccount,
  paymentId: string,
): Promise<Outcome> {
  const read = await withSellerToken(deps.sellers, seller, accessToken =>
    deps.payments.readPayment(accessToken, paymentId),
  )
  return applyPayment(deps, seller.sellerId, read)
}

/** Lets an order follow a payment that was just read from the provider, in one transaction. */
async function applyPayment(
  deps: SalesDeps,
  sellerId: number,
  read: ProviderPayment,
): Promise<Outcome> {
  const orderId = read.orderId
  if (orderId === null || !isOrderId(orderId)) return 'PAYMENT_NOT_FOUND'
  return deps.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.sellerId !== sellerId) return 'PAYMENT_NOT_FOUND'
    const before = (await findPayments(tx, order.id)).find(({ id }) => id === read.id)
    // Two reads may come out of order: the provider's own clock says which is newer.
    if (before && isOlder(read.updatedAt, before.providerUpdatedAt))
      return 'PAYMENT_STATUS_ALREADY_CHANGED'
    // Judged anew each time: a setting that was wrong, and made it look wrong, may have been mended.
    const problem = mismatch(read, agreedOf(deps, order)) ?? null
    if (before && before.problem === problem && isSame(before, read))
      return 'PAYMENT_STATUS_ALREADY_SET'

    const status = paymentStatus(read.status)
    const other = order.approvedPaymentId !== null && order.approvedPaymentId !== read.id
    const extra = other && order.state === 'approved'
    await savePayment(tx, order.id, read, {
      problem,
      refundDue: status === 'approved' && (extra || problem !== null),
    })
    await recordEvent(tx, order.id, 'payment', {
      id: read.id,
      status: read.status,
      detail: read.statusDetail,
      problem,
    })
    if (problem !== null)
      return status === 'approved'
        ? sendToReview(deps, tx, order, `payment ${read.id}: ${problem}`)
        : 'applied'
    if (extra) return 'PRODUCT_ALREADY_SENT'
    // Once an order was paid, only another good payment counts beside the one that paid it.
    if (other && status !== 'approved') return 'applied'
    return follow(deps, tx, order, read)
  })
}

function isOrderId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function isOlder(read: Date | null, stored: Date | null): boolean {
  return read !== null && stored !== null && read < stored
}

function isSame(
  before: {
    status: string
    statusDetail: string | null
    refundedMinor: number
    providerFeeMinor: number | null
    deadline: Date | null
  },
  read: ProviderPayment,
): boolean {
  return (
    before.status === read.status &&
    before.statusDetail === read.statusDetail &&
    before.refundedMinor === read.refundedMinor &&
    before.providerFeeMinor === read.providerFeeMinor &&
    before.deadline?.getTime() === read.deadline?.getTime()
  )
}

function agreedOf({ liveMode }: SalesDeps, order: OrderRow) {
  return {
    orderId: order.id,
    amountMinor: order.totalMinor,
    currency: order.currency,
    collectorId: order.collectorId,
    liveMode,
  }
}

/** Moves the order where a right payment of its own takes it. */
async function follow(
  deps: SalesDeps,
  tx: Transaction,
  order: OrderRow,
  read: ProviderPayment,
): Promise<Outcome> {
  const status = paymentStatus(read.status)
  const to = MOVES[order.state][status]
  if (status === 'approved' && to === undefined) await settle(tx, order, read)
  if (to === undefined)
    return order.state === 'approved' && isPending(status)
      ? 'PAYMENT_STATUS_ALREADY_CHANGED'
      : 'applied'

  const heir =
    to === 'refunded' || to === 'charged_back' ? await otherApproved(tx, order, read.id) : undefined
  if (heir) {
    // The buyer had paid twice and got one of the two back: the other one holds the order up.
    await moveOrder(tx, order, order.state, { approvedPaymentId: heir })
    await keepPayment(tx, heir)
    return 'applied'
  }
  await moveOrder(tx, order, to, movedBy(to, read))
  await recordEvent(tx, order.id, to)
  await settle(tx, order, read)
  if (to === 'approved') return deliver(deps, tx, order)
  if (to === 'refunded' || to === 'charged_back') await closeGrants(tx, order.id, to)
  return 'applied'
}

function movedBy(to: OrderState, read: ProviderPayment) {
  const final = { nextCheckAt: null }
  return to === 'approved'
    ? { ...final, approvedAt: new Date(), approvedPaymentId: read.id, reviewReason: null }
    : final
}

/** Another right payment that is approved now. */
async function otherApproved(
  tx: Transaction,
  order: OrderRow,
  paymentId: string,
): Promise<string | undefined> {
  const all = await findPayments(tx, order.id)
  return all.find(
    ({ id, status, problem }) => id !== paymentId && status === 'approved' && problem === null,
  )?.id
}

/** Splits what the provider reports over the items: its fee, and what went back to the buyer. */
async function settle(tx: Transaction, order: OrderRow, read: ProviderPayment): Promise<void> {
  const items = await findItems(tx, order.id)
  const prices = items.map(({ priceMinor }) => priceMinor)
  const fees =
    read.providerFeeMinor === null ? undefined : splitByShare(read.providerFeeMinor, prices)
  // A chargeback takes all of it, though the provider calls none of it refunded.
  const lost = paymentStatus(read.status) === 'charged_back' ? order.totalMinor : read.refundedMinor
  const refunds = splitByShare(lost, prices)
  for (const [index, { id, priceMinor, sellerShareMinor }] of items.entries()) {
    const refundedMinor = refunds[index]!
    const providerFeeMinor = fees?.[index] ?? null
    const netMinor = netOf({ priceMinor, sellerShareMinor, providerFeeMinor, refundedMinor })
    await saveSettlement(tx, id, { providerFeeMinor, refundedMinor, netMinor })
  }
}

const grantTerms = () => ({
  expiresAt: new Date(Date.now() + LIMITS.grantDays * 86_400_000),
  downloadsLeft: LIMITS.downloadsPerGrant,
})

/** One grant an item, and one mail; what was delivered before is only opened again. */
async function deliver(deps: SalesDeps, tx: Transaction, order: OrderRow): Promise<Outcome> {
  const items = await findItems(tx, order.id)
  const granted = await insertGrants(
    tx,
    items.map(({ id }) => id),
    grantTerms(),
  )
  if (granted.length === 0) {
    await reopenGrants(tx, order.id)
    return 'PRODUCT_ALREADY_SENT'
  }
  await countSales(
    tx,
    items.map(({ productId }) => productId),
  )
  await deps.postman.queue(tx, {
    to: order.payerEmail,
    locale: order.language,
    letter: {
      kind: 'order_delivered',
      link: orderLink(deps, order),
      sellerUsername: await findUsername(tx, order.sellerId),
      items: items.map(({ name, fileName, sizeBytes }) => ({ name, fileName, sizeBytes })),
      downloads: LIMITS.downloadsPerGrant,
      days: LIMITS.grantDays,
    },
  })
  await recordEvent(tx, order.id, 'delivered')
  return 'applied'
}

/** Nothing is delivered, and the people who run the place are told why. An order that was delivered stays. */
export async function sendToReview(
  deps: SalesDeps,
  tx: Transaction,
  order: OrderRow,
  reason: string,
): Promise<Outcome> {
  await recordEvent(tx, order.id, 'review', { reason })
  if (order.state !== 'open' && order.state !== 'expired') return 'applied'
  await moveOrder(tx, order, 'review', { reviewReason: reason })
  await tellAdmins(deps, tx, order.id, reason)
  return 'applied'
}

/** Mails the people who run the place that an order needs them. */
export async function tellAdmins(
  deps: SalesDeps,
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const admin of await findAdmins(tx))
    await deps.postman.queue(tx, {
      to: admin.email,
      locale: localeOf(admin.languagePreference),
      letter: {
        kind: 'order_in_review',
        orderId,
        reason,
        link: `${deps.publicOrigin}/dashboard/admin`,
      },
    })
}

/**
 * Asks the provider for everything that was paid on an order: what a lost notice would have told. An order
 * past its date without a pending attempt expires; one that cannot be read any more goes to review.
 */
export async function checkOrder(deps: SalesDeps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  try {
    const found = await withSellerToken(deps.sellers, order, accessToken =>
      deps.payments.findPayments(accessToken, order.id),
    )
    // Search may lag behind: each attempt is read by itself before it moves anything, and so is what it lost.
    const known = (await findPayments(deps.db, order.id)).map(({ id }) => id)
    for (const id of new Set([...known, ...found].toReversed())) await readAndApply(deps, order, id)
    await expireIfOver(deps, order.id)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    await deps.db.transaction(async tx => {
      const current = await lockOrder(tx, order.id)
      if (current?.state === 'open')
        await sendToReview(deps, tx, current, "the seller's account cannot be read")
    })
  }
}

/** The seller's permission is gone for good, so asking again would not help. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.code === 'INVALID_REFRESH_TOKEN' || error.code === 'DIFFERENT_SELLERS_PRODUCT'
  return error instanceof ProviderError && error.fault === 'unauthorized'
}

async function expireIfOver({ db }: SalesDeps, orderId: string): Promise<void> {
  await db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'open' || order.expiresAt > new Date()) return
    const attempts = await findPayments(tx, orderId)
    if (attempts.some(({ status }) => isPending(paymentStatus(status)))) return
    await moveOrder(tx, order, 'expired')
    await recordEvent(tx, orderId, 'expired')
  })
}

/** Notes when the next look is due. A look too many does no harm, one too few would. */
export async function planNextCheck(
  tx: Transaction,
  { id, createdAt, checks }: { id: string; createdAt: Date; checks: number },
): Promise<void> {
  await planCheck(tx, id, checks + 1, nextCheck(createdAt, checks + 1, new Date()) ?? null)
}
