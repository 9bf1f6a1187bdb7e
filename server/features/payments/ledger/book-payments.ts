import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { computeBalances, computeMovements, sumEntries } from './balances.ts'
import {
  type LedgerEntry,
  type PaymentToBook,
  findItemShares,
  findLedgerEntries,
  findPaymentsToBook,
  insertLedgerEntries,
  lockUnbookedPayments,
  markPaymentsBooked,
} from './queries.ts'

/** How many payments one transaction books when the ledger catches up. */
const BATCH_SIZE = 500

/**
 * Appends to the ledger what has changed in payments since their last entries: nothing, if nothing has changed. The
 * caller has locked the rows of the payments.
 */
export async function bookPayments(tx: Transaction, paymentIds: string[]): Promise<void> {
  const rows = await findPaymentsToBook(tx, paymentIds)
  const items = Map.groupBy(
    await findItemShares(
      tx,
      rows.map(({ payment }) => payment.orderId),
    ),
    ({ orderId }) => orderId,
  )
  const entries = Map.groupBy(await findLedgerEntries(tx, paymentIds), ({ paymentId }) => paymentId)
  const newEntries = rows.flatMap(row =>
    computeNewEntries(row, items.get(row.payment.orderId) ?? [], entries.get(row.payment.id) ?? []),
  )
  if (newEntries.length > 0) await insertLedgerEntries(tx, newEntries)
}

function computeNewEntries(
  { payment, approvedPaymentId, approvedAt }: PaymentToBook,
  items: { priceMinor: number; sellerShareMinor: number }[],
  entries: LedgerEntry[],
) {
  const hasPaidOrder = approvedPaymentId === payment.id
  const wanted = computeBalances({
    ...payment,
    // The commission of a part is what the provider deducted from it, since the order's is that of all parts.
    isOnTerms: !payment.isPart && (payment.problem === null || hasPaidOrder),
    items,
  })
  const reportedAt = payment.providerUpdatedAt ?? payment.updatedAt
  const isFirst = entries.length === 0
  return computeMovements(wanted, sumEntries(entries)).map((movement, index) => ({
    ...movement,
    paymentId: payment.id,
    number: entries.length + index + 1,
    currency: payment.currency,
    // A payment that is booked long after it came in, such as one from before the ledger, has been refunded since.
    occurredAt:
      isFirst && hasPaidOrder && approvedAt && !isReturn(movement) ? approvedAt : reportedAt,
  }))
}

const isReturn = ({ kind, toAccount }: { kind: string; toAccount: string }): boolean =>
  toAccount === 'buyer' || kind === 'commission_returned'

/**
 * Books the payments that are not in the ledger: those from before there was one, and those that a server of an older
 * release changes during an upgrade. Batches are transactions, so that a restart continues where the last one ended.
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
