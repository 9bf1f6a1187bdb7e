import type { Database, Transaction } from '#server/db/client.ts'
import { SALE_KINDS, type ledgerEntries } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { findReportedRefunds } from '../provider-refunds.ts'
import {
  type LedgerBalances,
  type ReportedRefund,
  computeBalances,
  computeBalancesOfParts,
  computeMovements,
  sumEntries,
} from './balances.ts'
import {
  type LedgerEntry,
  type PaymentToBook,
  findItemShares,
  findLedgerEntries,
  findPartsToBook,
  findPaymentsToBook,
  insertLedgerEntries,
  lockUnbookedPayments,
  markPaymentsBooked,
} from './queries.ts'

/** How many payments one transaction books when the ledger catches up. */
const BATCH_SIZE = 500

/**
 * Appends to the ledger what has changed in payments since their last entries: nothing, if nothing has changed. The
 * parts of one order are booked together, since they share its commission. The caller has locked the rows of the
 * payments.
 * @param areNew whether the payments were only stored in this transaction, so that they have no entries
 */
export async function bookPayments(
  tx: Transaction,
  paymentIds: string[],
  { areNew = false }: { areNew?: boolean } = {},
): Promise<void> {
  const rows = await findPaymentsToBook(tx, paymentIds)
  const single = rows.filter(({ payment }) => !payment.isPart)
  const inParts = rows.flatMap(({ payment }) => (payment.isPart ? payment.orderId : []))
  const parts = inParts.length === 0 ? [] : await findPartsToBook(tx, inParts)
  const all = [...single, ...parts]
  const items = Map.groupBy(
    await findItemShares(
      tx,
      all.map(({ payment }) => payment.orderId),
    ),
    ({ orderId }) => orderId,
  )
  const entries = Map.groupBy(
    areNew
      ? []
      : await findLedgerEntries(
          tx,
          all.map(({ payment }) => payment.id),
        ),
    ({ paymentId }) => paymentId,
  )
  const refundedIds = all.flatMap(({ payment }) => (payment.refundedMinor > 0 ? payment.id : []))
  const refunds = Map.groupBy(
    refundedIds.length === 0 ? [] : await findReportedRefunds(tx, refundedIds),
    ({ paymentId }) => paymentId,
  )
  const toEntries = (row: PaymentToBook, wanted: LedgerBalances) => {
    const { id } = row.payment
    return computeNewEntries(row, wanted, entries.get(id) ?? [], refunds.get(id) ?? [])
  }
  const newEntries = single.flatMap(row =>
    toEntries(
      row,
      computeBalances({
        ...row.payment,
        isOnTerms: row.payment.problem === null || row.approvedPaymentId === row.payment.id,
        items: items.get(row.payment.orderId) ?? [],
      }),
    ),
  )
  for (const [orderId, partsOfOrder] of Map.groupBy(parts, ({ payment }) => payment.orderId)) {
    const wanted = computeBalancesOfParts(
      partsOfOrder.map(({ payment }) => payment),
      { items: items.get(orderId) ?? [], currency: partsOfOrder[0]!.payment.currency },
    )
    newEntries.push(...partsOfOrder.flatMap((row, index) => toEntries(row, wanted[index]!)))
  }
  if (newEntries.length > 0) await insertLedgerEntries(tx, newEntries)
}

/**
 * Computes the entries that a payment needs beside those that it has. A refund and what goes back with it have the time
 * of the refund; without a reported one, as a chargeback, that of the payment's last change.
 */
function computeNewEntries(
  { payment, sellerId, approvedPaymentId, approvedAt }: PaymentToBook,
  wanted: LedgerBalances,
  entries: readonly LedgerEntry[],
  reported: readonly ReportedRefund[],
): (typeof ledgerEntries.$inferInsert)[] {
  const bookedRefunds = new Set(entries.map(({ refundId }) => refundId))
  const refunds = reported.filter(({ id }) => !bookedRefunds.has(id))
  const reportedAt = payment.providerUpdatedAt ?? payment.updatedAt
  const hasPaidOrder = approvedPaymentId === payment.id
  // A payment that is booked long after it came in may have been refunded since.
  const saleAt = (hasPaidOrder ? approvedAt : null) ?? findEarliest(reportedAt, refunds)
  const isFirst = entries.length === 0
  const newEntries = computeMovements(wanted, sumEntries(entries), {
    refunds,
    currency: payment.currency,
  }).map(({ refund, ...movement }, index) => ({
    ...movement,
    paymentId: payment.id,
    sellerId,
    number: entries.length + index + 1,
    currency: payment.currency,
    refundId: refund?.id ?? null,
    occurredAt:
      refund?.madeAt ?? (isFirst && BROUGHT_BY_SALE.has(movement.kind) ? saleAt : reportedAt),
  }))
  const [first] = [...entries, ...newEntries]
  return newEntries.map(entry => ({
    ...entry,
    countsAt: BROUGHT_BY_SALE.has(entry.kind) ? first!.occurredAt : entry.occurredAt,
  }))
}

/** Returns the time of the earliest refund, or the given one if none was earlier. */
const findEarliest = (time: Date, refunds: readonly ReportedRefund[]): Date =>
  new Date(Math.min(...[time, ...refunds.flatMap(({ madeAt }) => madeAt ?? [])].map(Number)))

const BROUGHT_BY_SALE: ReadonlySet<string> = new Set(SALE_KINDS)

/**
 * Books the payments whose last change is not in the ledger. Batches are transactions, so that a restart continues
 * where the last one ended.
 * @returns how many payments were booked
 */
export async function bookUnbookedPayments(db: Database): Promise<number> {
  for (let booked = 0; ;) {
    const batch = await runTransaction(db, async tx => {
      const paymentIds = await lockUnbookedPayments(tx, BATCH_SIZE)
      if (paymentIds.length === 0) return 0
      await bookPayments(tx, paymentIds)
      await markPaymentsBooked(tx, paymentIds)
      return paymentIds.length
    })
    booked += batch
    if (batch < BATCH_SIZE) return booked
  }
}
