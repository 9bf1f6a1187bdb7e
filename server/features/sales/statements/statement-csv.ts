import { Readable } from 'node:stream'
import { getMonth } from '#contract/sales/months.ts'
import type { Statement } from '#contract/sales/statements.ts'
import { formatLocalTime } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { listStatementRows } from '#messages/statement-rows'
import type { Database } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import type { LedgerKind } from '#server/features/payments/ledger/balances.ts'
import { BYTE_ORDER_MARK, formatAmount, formatCsvLine } from '../export/csv.ts'
import { type Movement, findMovementIds, findMovements } from './queries.ts'
import { readStatement } from './statement.ts'

const BATCH_SIZE = 500

const KIND_NAMES: Record<LedgerKind, (inputs: object, options: { locale: Locale }) => string> = {
  payment: m.statement_entry_payment,
  commission: m.statement_entry_commission,
  commission_difference: m.statement_entry_commission_difference,
  commission_returned: m.statement_entry_commission_returned,
  provider_fee: m.statement_entry_provider_fee,
  provider_fee_returned: m.statement_entry_provider_fee_returned,
  refund: m.statement_entry_refund,
  chargeback: m.statement_entry_chargeback,
  chargeback_reversed: m.statement_entry_chargeback_reversed,
}

/**
 * Streams the movements of a statement as CSV, oldest first, followed by its rows. The statement and the ids of the
 * movements are read at one moment, so that a payment during the download changes neither.
 */
export async function exportStatement(
  { db }: { db: Database },
  key: { sellerId: number; month: string },
  locale: Locale,
): Promise<Readable> {
  const read = await readSnapshot(db, async tx => {
    const { statement, closedUntil } = await readStatement(tx, key.sellerId, key.month, new Date())
    const ids = await findMovementIds(tx, {
      ...getMonth(key.month),
      sellerId: key.sellerId,
      closedUntil,
    })
    return { statement, ids }
  })
  return Readable.from(writeCsv(db, read, locale), { objectMode: false })
}

async function* writeCsv(
  db: Database,
  { statement, ids }: { statement: Statement; ids: number[] },
  locale: Locale,
): AsyncGenerator<string> {
  const o = { locale }
  yield (
    BYTE_ORDER_MARK +
    formatCsvLine([
      m.csv_date({}, o),
      m.csv_order_number({}, o),
      m.statement_csv_payment({}, o),
      m.statement_csv_concept({}, o),
      m.csv_currency({}, o),
      m.statement_csv_amount({}, o),
    ])
  )
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const movements = await findMovements(db, ids.slice(start, start + BATCH_SIZE))
    yield movements.map(movement => formatCsvLine(movementFields(movement, locale))).join('')
  }
  for (const section of statement.sections) {
    const line = (label: string, minor: number) =>
      formatCsvLine([statement.month, '', '', label, section.currency, formatAmount(minor)])
    if (section.freeCopyCount > 0)
      yield line(m.statement_free_copies({ count: section.freeCopyCount }, o), 0)
    for (const { label, minor } of listStatementRows(section, statement.releasedUntil, locale))
      yield line(label, minor)
  }
}

function movementFields(movement: Movement, locale: Locale): string[] {
  return [
    formatLocalTime(movement.occurredAt),
    movement.number,
    movement.paymentId,
    KIND_NAMES[movement.kind]({}, { locale }),
    movement.currency,
    formatAmount(movement.toSellerMinor),
  ]
}
