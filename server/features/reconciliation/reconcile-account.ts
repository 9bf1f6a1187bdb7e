import { defineJob, enqueue } from '#server/jobs/queue.ts'
import {
  type SellerAccount,
  isPermissionGone,
  withSellerToken,
} from '#server/features/payment-accounts/tokens.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { isOrderId } from '#server/features/orders/queries.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type ChangedPayment } from '#server/integrations/mercadopago/provider.ts'
import { fetchAndApplyPayment } from '#server/features/payments/apply-payment.ts'
import type { Context } from '#server/context.ts'
import {
  claimAccountsToReconcile,
  findAccountToReconcile,
  findOwnReferences,
  saveReconciledUntil,
} from './queries.ts'
import { findStoredPayments } from './report-queries.ts'
import { createReport } from './report.ts'

/** The job that reads all payments of a payment account that changed since its last reconciliation. */
export const reconcileAccountJob = defineJob<{ accountId: number }>('reconcile_account', {
  lane: 'accountReconciliation',
})

/** The first reconciliation of an account reads the changes of this many days. */
const FIRST_DAYS = 30
/** Each reconciliation repeats the last hour of the previous one, since the provider's search can be late. */
const OVERLAP_MS = HOUR_MS
const ACCOUNTS_BATCH = 100

/** Enqueues the daily reconciliation of every payment account whose last one is a day old. */
export async function enqueueDueReconciliations({ db }: Context): Promise<void> {
  await runTransaction(db, async tx => {
    const before = new Date(Date.now() - DAY_MS)
    for (const accountId of await claimAccountsToReconcile(tx, { before, limit: ACCOUNTS_BATCH }))
      await enqueue(tx, reconcileAccountJob, { accountId })
  })
}

/**
 * Reads every payment of an account that changed since the last reconciliation, whether or not its order still waits
 * for news: refunds, chargebacks, second payments and late fees whose webhook event was lost. A payment that cannot be
 * read does not keep the others from being applied.
 * @throws the error of the first payment that failed, so that the job is retried from the same time on
 */
export async function reconcileAccount(context: Context, accountId: number): Promise<void> {
  const account = await findAccountToReconcile(context.db, accountId)
  if (!account) return
  const seller = { sellerId: account.userId, collectorId: account.collectorId }
  const to = new Date()
  const from = account.reconciledUntil
    ? new Date(account.reconciledUntil.getTime() - OVERLAP_MS)
    : new Date(to.getTime() - FIRST_DAYS * DAY_MS)
  const errors: unknown[] = []
  let applied = 0
  const report = createReport({ ...seller, from, to })
  try {
    for await (const changes of readChanges(context, seller, { from, to })) {
      const stored = await findStoredPayments(
        context.db,
        changes.map(({ id }) => id),
      )
      report.addPage(
        changes.flatMap(({ payment }) => payment ?? []),
        stored,
      )
      const foreignIds = await findForeignPayments(context.db, changes, stored)
      for (const { id, updatedAt } of changes) {
        if (foreignIds.has(id)) continue
        const storedAt = stored.get(id)?.providerUpdatedAt
        if (updatedAt && storedAt && updatedAt.getTime() === storedAt.getTime()) continue
        const outcome = await fetchAndApplyPayment(context, seller, id).catch((error: unknown) => {
          errors.push(error)
        })
        if (outcome === 'applied' || outcome === 'PRODUCT_ALREADY_SENT') applied += 1
      }
    }
  } catch (error) {
    // The seller has ended our authorization, so nothing can be read until the account is linked again.
    if (isPermissionGone(error)) return
    throw error
  }
  context.log.info(
    { account: accountId, from, applied, failed: errors.length },
    'account reconciled',
  )
  await report.save(context.db)
  if (errors.length > 0) throw errors[0]
  await saveReconciledUntil(context.db, accountId, to)
}

/**
 * Reads the payments of an account that changed in a period, page by page and each only once. A page begins with the
 * last change of the one before, since a payment that changes meanwhile leaves the period, and would shift the pages of
 * a plain offset. Only payments with the same time are skipped by an offset.
 */
async function* readChanges(
  context: Context,
  seller: SellerAccount,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<ChangedPayment[]> {
  // Only the end of a page can be repeated at the beginning of the next one.
  let formerPage: ChangedPayment[] = []
  for (let begin = from, offset = 0; ;) {
    const period = { from: begin, to, offset }
    const { changes, isLast } = await withSellerToken(context, seller, accessToken =>
      context.provider.findChangedPayments(accessToken, period),
    )
    const readIds = formerPage.map(({ id }) => id)
    yield changes.filter(({ id }) => !readIds.includes(id))
    if (isLast) return
    formerPage = changes
    const lastChange = changes.at(-1)?.updatedAt
    if (lastChange && lastChange > begin) {
      begin = lastChange
      offset = 0
    } else offset += changes.length
  }
}

/**
 * Finds the changed payments that belong to other shops of the account, which may have thousands a day. They are
 * neither for an order of ours nor known, and have no commission of ours. An incomplete result says nothing about that.
 */
async function findForeignPayments(
  db: Db,
  changes: readonly ChangedPayment[],
  stored: ReadonlyMap<string, unknown>,
): Promise<ReadonlySet<string>> {
  const candidates = changes.filter(
    ({ id, payment }) =>
      payment !== null && !stored.has(id) && (payment.applicationFeeMinor ?? 0) <= 0,
  )
  const references = candidates.map(({ payment }) => payment?.orderId ?? '').filter(isOrderId)
  const ids = candidates.map(({ id }) => id)
  const own = await findOwnReferences(db, { orderIds: references, paymentIds: ids })
  return new Set(
    candidates
      .filter(({ id, payment }) => !own.has(id) && !own.has(payment?.orderId ?? ''))
      .map(({ id }) => id),
  )
}
