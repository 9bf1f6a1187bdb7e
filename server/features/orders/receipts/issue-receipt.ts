import type { Transaction } from '#server/db/client.ts'
import type { OrderRow } from '../queries.ts'
import { type ReceiptRow, findReceipt, insertReceipt } from './queries.ts'

/**
 * Issues the receipt of a locked order that has been paid, unless it has one. Orders that were paid before the
 * marketplace issued receipts get theirs when somebody asks for it.
 */
export async function issueReceipt(tx: Transaction, order: OrderRow): Promise<ReceiptRow> {
  return (await findReceipt(tx, order.id)) ?? insertReceipt(tx, order)
}
