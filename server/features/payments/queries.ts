import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import { jobs, orders, payments, orderItems } from '#server/db/schema/index.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { toDatabaseTime } from '#server/db/columns.ts'
import type { PaymentRow } from '#server/features/orders/rules/rows.ts'
import { reconcileOrderJob } from '#server/features/orders/job-kinds.ts'
import { bookPayments } from './ledger/book-payments.ts'
import { saveProviderRefunds } from './provider-refunds.ts'

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [payment] = await selectPayment(db).execute({ id })
  return payment
}

const selectPayment = prepareOnce(db =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare('payment'),
)

/**
 * Stores a payment and its refunds as the provider reported them, and books the amounts in the ledger. The caller calls
 * `refreshSaleState` afterwards.
 * @param assessment.isNew whether no payment with this id is stored yet
 */
export async function savePayment(
  tx: Transaction,
  orderId: string,
  payment: ProviderPayment,
  { problem, refundDue, isNew }: { problem: string | null; refundDue: boolean; isNew: boolean },
): Promise<void> {
  const now = new Date()
  const values = {
    status: payment.status,
    statusDetail: payment.statusDetail,
    method: payment.method,
    methodType: payment.methodType,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    collectorId: payment.collectorId,
    refundedMinor: payment.refundedMinor,
    providerFeeMinor: payment.providerFeeMinor,
    applicationFeeMinor: payment.applicationFeeMinor,
    returnedApplicationFeeMinor: payment.returnedApplicationFeeMinor,
    merchantOrderId: payment.merchantOrderId,
    instructionsUrl: payment.instructionsUrl,
    deadline: payment.deadline,
    moneyReleaseAt: payment.moneyReleaseAt,
    providerCreatedAt: payment.createdAt,
    providerUpdatedAt: payment.updatedAt,
    problem,
    refundDue,
    updatedAt: now,
    bookedAt: now,
  }
  await tx
    .insert(payments)
    .values({ id: payment.id, orderId, ...values })
    .onConflictDoUpdate({ target: payments.id, set: values })
  // The ledger books each refund by its own time.
  await saveProviderRefunds(tx, payment)
  await bookPayments(tx, [payment.id], { areNew: isNew })
}

/**
 * Stores which payments together have paid an order. Those of an earlier time, which were refunded since, no longer
 * count as parts.
 */
export async function saveParts(
  tx: Transaction,
  orderId: string,
  partIds: string[],
): Promise<void> {
  const formerParts = await tx
    .update(payments)
    .set({ isPart: false, problem: 'another_amount' })
    .where(and(eq(payments.orderId, orderId), payments.isPart))
    .returning({ id: payments.id })
  await tx
    .update(payments)
    .set({ isPart: true, problem: null, refundDue: false })
    .where(inArray(payments.id, partIds))
  await bookPayments(tx, [...formerParts.map(({ id }) => id), ...partIds])
}

/**
 * Marks the approved payments of an order that another payment has paid as due for refund, such as a part whose rest
 * did not come, or a second payment that came while the order was on hold.
 * @param payerId the payment that paid the order, alone or with the other parts
 */
export async function markLeftoversDue(tx: Db, orderId: string, payerId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ refundDue: true })
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.status, 'approved'),
        ne(payments.id, payerId),
        not(payments.isPart),
        isNull(payments.dismissedAt),
      ),
    )
}

/** Marks a payment as not needing a refund any more. */
export async function clearRefundDue(tx: Db, id: string): Promise<void> {
  await tx.update(payments).set({ refundDue: false }).where(eq(payments.id, id))
}

/**
 * Marks all payments of an order as not needing a refund any more, and those whose review ends as dismissed: the
 * approved ones that differ from the order's terms or were due for refund.
 */
export async function dismissPayments(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ dismissedAt: sql`now()` })
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.status, 'approved'),
        or(isNotNull(payments.problem), payments.refundDue),
      ),
    )
  await tx.update(payments).set({ refundDue: false }).where(eq(payments.orderId, orderId))
}

/** Stores an item's part of the provider's fee and of the refunds, and the item's net amount, all in minor units. */
export async function saveOrderItemAmounts(
  tx: Db,
  itemId: number,
  settlement: { providerFeeMinor: number | null; refundedMinor: number; netMinor: number | null },
): Promise<void> {
  await tx.update(orderItems).set(settlement).where(eq(orderItems.id, itemId))
}

/** Counts the reconciliations of orders that wait for a worker. */
export function countWaitingReconciliations(db: Db): Promise<number> {
  return db.$count(
    jobs,
    and(
      eq(jobs.state, 'waiting'),
      lte(jobs.runAt, sql`now()`),
      eq(jobs.kind, reconcileOrderJob.kind),
    ),
  )
}

/**
 * Finds and locks the orders that are due for reconciliation, the longest due first, except those that another process
 * has locked.
 */
export function findOrdersDueForReconciliation(tx: Db, limit: number) {
  return tx
    .select({
      id: orders.id,
      state: orders.state,
      createdAt: orders.createdAt,
      expiresAt: orders.expiresAt,
      checks: orders.checks,
      hasAttempts: sql<boolean>`exists (select 1 from ${payments} where ${payments}.order_id = ${orders}.id)`,
    })
    .from(orders)
    .where(lte(orders.nextCheckAt, sql`now()`))
    .orderBy(asc(orders.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })
}
export type DueOrder = Awaited<ReturnType<typeof findOrdersDueForReconciliation>>[number]

/**
 * Brings the next reconciliation of an order forward to `at`, since its current one has failed. Orders that are final
 * or on hold have none.
 */
export async function repeatReconciliation(db: Db, orderId: string, at: Date): Promise<void> {
  await db
    .update(orders)
    .set({ nextCheckAt: toDatabaseTime(at) })
    .where(
      and(
        eq(orders.id, orderId),
        isNull(orders.heldAt),
        inArray(orders.state, ['open', 'expired', 'review']),
        or(isNull(orders.nextCheckAt), gt(orders.nextCheckAt, toDatabaseTime(at))),
      ),
    )
}

/**
 * Sets the time of an order's next reconciliation.
 * @param nextCheckAt the time; null stops the reconciliation
 */
export async function scheduleReconciliation(
  tx: Db,
  orderId: string,
  checks: number,
  nextCheckAt: Date | null,
): Promise<void> {
  const at = nextCheckAt && toDatabaseTime(nextCheckAt)
  await tx.update(orders).set({ checks, nextCheckAt: at }).where(eq(orders.id, orderId))
}

/** The condition for payments that must still be given back to their buyers. */
export const isRefundDue = and(eq(payments.refundDue, true), eq(payments.status, 'approved'))

/** The condition for orders whose commission was not deducted as agreed. */
export const hasCommissionReview = eq(orders.reviewReason, 'another_commission')
