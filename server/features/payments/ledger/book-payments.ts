import type { Database, Transaction } from '#server/db/client.ts'
import type { ledgerEntries } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  type LedgerBalances,
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
  const toEntries = (row: PaymentToBook, wanted: LedgerBalances) =>
    computeNewEntries(row, wanted, entries.get(row.payment.id) ?? [])
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

function computeNewEntries(
  { payment, sellerId, approvedPaymentId, approvedAt }: PaymentToBook,
  wanted: LedgerBalances,
  entries: LedgerEntry[],
): (typeof ledgerEntries.$inferInsert)[] {
  const hasPaidOrder = approvedPaymentId === payment.id
  const reportedAt = payment.providerUpdatedAt ?? payment.updatedAt
  const isFirst = entries.length === 0
  const newEntries = computeMovements(wanted, sumEntries(entries)).map((movement, index) => ({
    ...movement,
    paymentId: payment.id,
    sellerId,
    number: entries.length + index + 1,
    currency: payment.currency,
    // A payment that is booked long after it came in may have been refunded since.
    occurredAt:
      isFirst && hasPaidOrder && approvedAt && !isReturn(movement) ? approvedAt : reportedAt,
  }))
  const [first] = [...entries, ...newEntries]
  return newEntries.map(entry => ({
    ...entry,
    countsAt: BROUGHT_BY_SALE.has(entry.kind) ? first!.occurredAt : entry.occurredAt,
  }))
}

/** What a sale brings, whose entries a statement counts in the month of the payment's first entry. */
const BROUGHT_BY_SALE = new Set<string>([
  'payment',
  'commission',
  'commission_difference',
  'provider_fee',
])

const isReturn = ({ kind, toAccount }: { kind: string; toAccount: string }): boolean =>
  toAccount === 'buyer' || kind === 'commission_returned'

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
