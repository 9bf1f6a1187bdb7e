import { and, eq, isNotNull, not } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { orders } from '#server/db/schema/index.ts'
import { acceptsPayments } from '#server/features/orders/checkout/accepts-payments.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/tokens.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { expirePreferenceJob } from '#server/features/orders/job-kinds.ts'

/** Finds the open payment preferences of a seller that must no longer be paid, and enqueues the expiry of each. */
export async function enqueuePreferenceExpiries({ db }: Context, sellerId: number): Promise<void> {
  await runTransaction(db, async tx => {
    for (const { preferenceId, collectorId } of await findPreferencesToExpire(tx, sellerId))
      if (preferenceId)
        await enqueue(tx, expirePreferenceJob, { sellerId, collectorId, preferenceId })
  })
}

/**
 * Expires a preference at the provider, so that nobody can pay it, and removes its page from its order.
 * @throws ProviderError if the call should be tried again
 */
export async function expirePreference(
  context: Context,
  seller: SellerAccount,
  preferenceId: string,
): Promise<void> {
  try {
    await withSellerToken(context, seller, accessToken =>
      context.provider.expirePreference(accessToken, preferenceId),
    )
  } catch (error) {
    // Without the seller's authorization nobody can expire the preference, so the job is not repeated.
    const isAuthorizationGone =
      error instanceof ApiError &&
      (error.code === 'INVALID_REFRESH_TOKEN' || error.code === 'DIFFERENT_SELLERS_PRODUCT')
    if (isAuthorizationGone) return
    throw error
  }
  await removePaymentPage(context.db, seller.sellerId, preferenceId)
}

/**
 * Removes an expired payment page from its order. The order's idempotency key is removed too, so that a repeated
 * request makes a new order with a page that can be paid.
 */
async function removePaymentPage(db: Db, sellerId: number, preferenceId: string): Promise<void> {
  await db
    .update(orders)
    .set({ paymentUrl: null, requestKey: null, requestDigest: null })
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'open'),
        eq(orders.preferenceId, preferenceId),
      ),
    )
}

/** Finds a seller's open preferences that must no longer be paid. */
function findPreferencesToExpire(db: Db, sellerId: number) {
  return db
    .select({ preferenceId: orders.preferenceId, collectorId: orders.collectorId })
    .from(orders)
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'open'),
        isNotNull(orders.preferenceId),
        not(acceptsPayments(db)),
      ),
    )
}
