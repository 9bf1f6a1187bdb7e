import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { RefundRefusal } from '#contract/orders/events.ts'
import { ProviderError, type ProviderRefund } from '#server/integrations/mercadopago/provider.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/tokens.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { fetchAndApplyPayment } from './apply-payment.ts'
import { refundPaymentJob } from './job-kinds.ts'
import { findPayment } from './queries.ts'
import { findUnmatchedPayment } from './unmatched-queries.ts'
import {
  type RefundRow,
  findAbandonedRefunds,
  findRefund,
  markFirstSent,
  markRefundSent,
} from './refunds/queries.ts'
import { refuseRefund } from './refunds/refuse-refund.ts'

/**
 * Takes a requested refund one step further: sends it to the provider, with the refund's id as the idempotency key, or
 * asks whether it was made. Whatever the answer of a call was, a refund is done or refused by what the provider reports
 * about its payment, and the payment is read before a refund is sent once more.
 * @throws Error while the outcome is unknown, so that the job is retried
 */
export async function performRefund(context: Context, refundId: string): Promise<void> {
  const requested = await findUndecided(context, refundId)
  if (!requested) return
  const { orderId, paymentId } = requested
  const order = orderId === null ? undefined : await findOrder(context.db, orderId)
  const seller = order ?? (await findUnmatchedPayment(context.db, paymentId))
  if (!seller) return
  const refuse = (refusal: RefundRefusal) =>
    runTransaction(context.db, tx => refuseRefund(tx, order, requested, refusal))
  const readPayment = () => fetchAndApplyPayment(context, seller, paymentId)
  /** Resolves to the answer of a call; undefined if the call failed because the provider refuses the refund. */
  const callOrRefuse = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await call()
    } catch (error) {
      const refusal = readRefusal(error, requested)
      if (!refusal) throw error
      context.log.warn({ err: error, refund: refundId, refusal }, 'refund refused')
      // The refund may have been made all the same.
      if (refusal !== 'account_unreadable' && (await findRefund(context.db, refundId))?.firstSentAt)
        await readPayment()
      await refuse(refusal)
      return undefined
    }
  }

  let refund = requested
  // A first refund of all that is left needs no reading: it cannot return more than that.
  if (requested.firstSentAt !== null || requested.amountMinor !== null) {
    await callOrRefuse(readPayment)
    const afterRead = await findUndecided(context, refundId)
    if (!afterRead) return
    if (afterRead.firstSentAt === null && (await isChanged(context, afterRead)))
      return refuse('changed')
    refund = afterRead
  }
  const answer = await callOrRefuse(() => sendOrRead(context, seller, refund))
  if (!answer) return
  // The provider has the refund. A payment that cannot be read now says nothing about it.
  await readPayment()
  if (!(await findUndecided(context, refundId))) return
  if (answer.state === 'pending') await readLater(context, requested)
  else if (answer.state === 'rejected') await refuse('not_allowed')
  else throw new Error(`refund ${refundId} is not part of its payment yet`)
}

/** Enqueues a job for every refund that is not decided and whose jobs have used up their attempts. */
export async function enqueueAbandonedRefunds({ db }: Context): Promise<void> {
  await runTransaction(db, async tx => {
    for (const { id } of await findAbandonedRefunds(tx))
      await enqueue(tx, refundPaymentJob, { refundId: id })
  })
}

async function findUndecided({ db }: Context, refundId: string): Promise<RefundRow | undefined> {
  const refund = await findRefund(db, refundId)
  return refund?.state === 'requested' || refund?.state === 'sent' ? refund : undefined
}

/** Tells whether another part of a payment went back to the buyer after the refund of a part was requested. */
async function isChanged(
  { db }: Context,
  { paymentId, refundedBeforeMinor }: RefundRow,
): Promise<boolean> {
  const payment = await findPayment(db, paymentId)
  return refundedBeforeMinor !== null && payment?.refundedMinor !== refundedBeforeMinor
}

/**
 * Sends a refund to the provider, or reads the one that the provider has accepted before.
 * @throws ProviderError or ApiError if the call failed
 */
function sendOrRead(
  context: Context,
  seller: SellerAccount,
  { id, paymentId, amountMinor, providerRefundId }: RefundRow,
): Promise<ProviderRefund> {
  return withSellerToken(context, seller, async accessToken => {
    if (providerRefundId !== null)
      return context.provider.readRefund(accessToken, paymentId, providerRefundId)
    await markFirstSent(context.db, id)
    const made = await context.provider.refundPayment(accessToken, paymentId, {
      amountMinor,
      idempotencyKey: id,
    })
    await markRefundSent(context.db, id, made.id)
    return made
  })
}

/**
 * A pending refund is polled again after a delay equal to its age, but of at least a minute and at most a day. In
 * milliseconds.
 */
const MIN_READ_DELAY_MS = 60_000
const MAX_READ_DELAY_MS = DAY_MS

async function readLater({ db }: Context, { id, createdAt }: RefundRow): Promise<void> {
  const ageMs = Date.now() - createdAt.getTime()
  const delayMs = Math.min(Math.max(ageMs, MIN_READ_DELAY_MS), MAX_READ_DELAY_MS)
  const runAt = new Date(Date.now() + delayMs)
  await enqueue(db, refundPaymentJob, { refundId: id }, { runAt })
}

/**
 * The provider's error codes for a payment that is too old to be refunded.
 * Source: the provider's facts, refunds.
 */
const TOO_OLD_CODES = ['2024', '15016']
/**
 * An earlier call whose answer was lost can still be under way at the provider, so that a refusal counts only after
 * this time in milliseconds. Until then, the refund is asked for again.
 */
const SETTLE_MS = HOUR_MS

/**
 * Tells why the provider has refused a refund; undefined if the outcome is not known.
 * @param refund the refund as it was before the call
 */
function readRefusal(error: unknown, { firstSentAt }: RefundRow): RefundRefusal | undefined {
  const wasSent = firstSentAt !== null
  if (error instanceof ApiError) return wasSent ? undefined : 'account_unreadable'
  if (!(error instanceof ProviderError)) return undefined
  if (error.fault === 'unauthorized') return wasSent ? undefined : 'account_unreadable'
  // A conflict says that an earlier call is not answered yet.
  if (error.status === 409 || (wasSent && Date.now() - firstSentAt.getTime() < SETTLE_MS))
    return undefined
  if (error.fault === 'not_found') return 'not_found'
  if (error.fault !== 'refused') return undefined
  return error.codes.some(code => TOO_OLD_CODES.includes(code)) ? 'too_old' : 'not_allowed'
}
