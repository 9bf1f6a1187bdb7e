import type { RefundRefusal } from '#contract/sales/order-events.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/service.ts'
import {
  type OrderRow,
  findOrder,
  notifySeller,
  recordOrderEvent,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { fetchAndApplyPayment } from '../apply-payment.ts'
import type { PaymentsDeps } from '../deps.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { enqueueAdminEmail } from '../review/admin-email.ts'
import { clearPaymentInformed, findUnmatchedPayment } from '../unmatched/queries.ts'
import { settlePart } from './partial/settle-part.ts'
import { type RefundRow, findRefund, markRefundRefused, markRefundSent } from './queries.ts'

/**
 * Sends a refund to the provider with the refund's id as the idempotency key, or reads a refund that was sent earlier,
 * then reads the payment again. The refund is done only if the provider reports its amount as refunded. If the
 * provider has not decided the refund yet, it is read again later.
 * @throws Error while the outcome is unknown, so that the job is retried
 */
export async function performRefund(deps: PaymentsDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.state === 'done' || refund.state === 'refused') return
  const { orderId, paymentId } = refund
  const order = orderId === null ? undefined : await findOrder(deps.db, orderId)
  const seller = order ?? (await findUnmatchedPayment(deps.db, paymentId))
  if (!seller) return
  if (await isMadeBefore(deps, seller, refund)) return
  const outcome = await sendOrReadRefund(deps, seller, refund)
  if (outcome !== 'account_unreadable') await fetchAndApplyPayment(deps, seller, paymentId)
  if (outcome === 'done') await settlePart(deps, refund)
  const refundAfterRead = await findRefund(deps.db, refundId)
  if (refundAfterRead?.state === 'done') return
  if (outcome === 'pending') {
    const ageMs = Date.now() - refund.createdAt.getTime()
    if (ageMs > MAX_PENDING_MS) throw new Error(`refund ${refundId} is pending for too long`)
    const delayMs = Math.min(Math.max(ageMs, MIN_READ_DELAY_MS), MAX_READ_DELAY_MS)
    await enqueue(
      deps.db,
      refundPaymentJob,
      { refundId },
      { runAt: new Date(Date.now() + delayMs) },
    )
    return
  }
  if (outcome === 'done') throw new Error(`refund ${refundId} is not part of its payment yet`)
  await runTransaction(deps.db, tx =>
    recordRefusal(deps, tx, order, { refundId, paymentId, refusal: outcome }),
  )
}

/**
 * The provider may forget an idempotency key after a day. A refund of a part whose reply was lost that long ago is not
 * sent again if its amount went back to the buyer, since it would be made twice.
 * Source: the provider's facts, idempotency.
 */
const KEY_LIFE_MS = 12 * 3_600_000

async function isMadeBefore(
  deps: PaymentsDeps,
  seller: SellerAccount,
  refund: RefundRow,
): Promise<boolean> {
  const ageMs = Date.now() - refund.createdAt.getTime()
  if (refund.amountMinor === null || refund.state !== 'requested' || ageMs < KEY_LIFE_MS)
    return false
  await fetchAndApplyPayment(deps, seller, refund.paymentId)
  await settlePart(deps, refund)
  return (await findRefund(deps.db, refund.id))?.state === 'done'
}

/**
 * The delay until a pending refund is read again is its age, within these limits in milliseconds: a minute and a day.
 */
const MIN_READ_DELAY_MS = 60_000
const MAX_READ_DELAY_MS = 86_400_000
/** After 30 days the job of a pending refund fails, so that an admin sees it. */
const MAX_PENDING_MS = 30 * 86_400_000

/**
 * Sends a requested refund to the provider, or reads one that was already sent.
 * @returns the provider's decision, or why the provider refused the refund
 * @throws ProviderError if the call failed and may succeed later
 */
async function sendOrReadRefund(
  deps: PaymentsDeps,
  seller: SellerAccount,
  { id, state, paymentId, amountMinor, providerRefundId }: RefundRow,
): Promise<'pending' | 'done' | RefundRefusal> {
  try {
    const refund = await withSellerToken(deps.paymentAccounts, seller, accessToken =>
      state === 'sent' && providerRefundId !== null
        ? deps.provider.readRefund(accessToken, paymentId, providerRefundId)
        : deps.provider.refundPayment(accessToken, paymentId, { amountMinor, idempotencyKey: id }),
    )
    if (state === 'requested') await markRefundSent(deps.db, id, refund.id)
    return refund.state === 'rejected' ? 'not_allowed' : refund.state
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    deps.log.warn({ err: error, refund: id, refusal }, 'refund refused')
    return refusal
  }
}

/**
 * The provider's error codes for a payment that is too old to be refunded.
 * Source: the provider's facts, refunds.
 */
const TOO_OLD_CODES = ['2024', '15016']

function readRefusal(error: unknown): RefundRefusal | undefined {
  if (error instanceof ApiError) return 'account_unreadable'
  if (!(error instanceof ProviderError)) return undefined
  switch (error.fault) {
    case 'unauthorized':
      return 'account_unreadable'
    case 'not_found':
      return 'not_found'
    case 'refused':
      return error.codes.some(code => TOO_OLD_CODES.includes(code)) ? 'too_old' : 'not_allowed'
    default:
      return undefined
  }
}

async function recordRefusal(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow | undefined,
  { refundId, paymentId, refusal }: { refundId: string; paymentId: string; refusal: RefundRefusal },
): Promise<void> {
  if (!(await markRefundRefused(tx, refundId, refusal))) return
  if (!order) {
    await clearPaymentInformed(tx, paymentId)
    await enqueueAdminEmail(tx)
    return
  }
  await recordOrderEvent(tx, order.id, 'refund_refused', { paymentId, refusal })
  await notifySeller(deps, tx, order, {
    kind: 'refund_refused',
    dedupeKey: `refund_refused:${refundId}`,
    refusal,
  })
}
