import type { Currency } from '#contract/core/fields.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import {
  STATEMENTS_PER_PAGE,
  type Statement,
  type StatementSection,
} from '#contract/sales/statements.ts'
import type { Db, Database } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import { type LedgerMovement, sumEntries } from '#server/features/payments/ledger/balances.ts'
import {
  addMonths,
  getMonth,
  getReleasedUntil,
  listMonths,
  toLocalMonth,
} from '#contract/sales/months.ts'
import { writeDigestedText } from './digest.ts'
import {
  type FinalStatement,
  type StatementKey,
  countTakenCopies,
  findFinalStatements,
  findFirstEntryTime,
  sumEntriesByKind,
  sumSoldItems,
  sumUnreleased,
} from './queries.ts'

type SoldItems = Pick<
  Awaited<ReturnType<typeof sumSoldItems>>[number],
  'saleCount' | 'priceMinor' | 'discountMinor' | 'commissionMinor'
>

const NOTHING_SOLD: SoldItems = {
  saleCount: 0,
  priceMinor: 0,
  discountMinor: 0,
  commissionMinor: 0,
}

/** What a section has besides the entries of the ledger. */
interface SectionCounts {
  sold: SoldItems
  /** The part of what the entries brought to the seller that is not released, in minor units. */
  unreleasedMinor: number
  freeCopyCount: number
}

/**
 * Computes what a month brought in one currency.
 * @param entries the entries of the month, or their sums by kind and direction
 */
export function computeSection(
  currency: Currency,
  entries: readonly LedgerMovement[],
  { sold, unreleasedMinor, freeCopyCount }: SectionCounts,
): StatementSection {
  const ledger = sumEntries(entries)
  const receivedMinor = ledger.payment - ledger.commission
  const netMinor =
    receivedMinor -
    ledger.providerFee -
    ledger.refund -
    ledger.chargeback +
    ledger.commissionReturned
  return {
    currency,
    saleCount: sold.saleCount,
    freeCopyCount,
    grossMinor: sold.priceMinor + sold.discountMinor,
    discountMinor: sold.discountMinor,
    commissionMinor: sold.commissionMinor,
    otherPaymentsMinor: receivedMinor - (sold.priceMinor - sold.commissionMinor),
    providerFeeMinor: ledger.providerFee,
    refundedMinor: ledger.refund,
    chargedBackMinor: ledger.chargeback,
    commissionReturnedMinor: ledger.commissionReturned,
    netMinor,
    commissionDifferenceMinor: ledger.commissionDifference,
    releasedMinor: netMinor + ledger.commissionDifference - unreleasedMinor,
    toReleaseMinor: unreleasedMinor,
  }
}

/** Reads the sections of a statement from the ledger. The caller's transaction sees one state of the database. */
export async function readSections(
  db: Db,
  key: StatementKey,
  now: Date,
): Promise<StatementSection[]> {
  const asOf = now < key.before ? now : key.before
  const entries = await sumEntriesByKind(db, key)
  const sold = await sumSoldItems(db, key)
  const unreleased = await sumUnreleased(db, key, asOf)
  const copies = await countTakenCopies(db, key)
  const currencies = [...new Set([...entries, ...sold].map(row => row.currency))].sort()
  return currencies.map(currency =>
    computeSection(
      currency,
      entries.filter(row => row.currency === currency),
      {
        sold: sold.find(row => row.currency === currency) ?? NOTHING_SOLD,
        unreleasedMinor: unreleased.find(row => row.currency === currency)?.amountMinor ?? 0,
        freeCopyCount: copies.find(row => row.currency === currency)?.freeCopyCount ?? 0,
      },
    ),
  )
}

/** Lists a year of a seller's statements, newest first, without the months in which no money moved. */
export function listStatements({ db }: { db: Database }, sellerId: number, before?: string) {
  const now = new Date()
  return readSnapshot(db, async tx => {
    const current = toLocalMonth(now)
    const last = before === undefined || before > current ? current : addMonths(before, -1)
    const firstTime = await findFirstEntryTime(tx, sellerId)
    const firstMonth = firstTime ? toLocalMonth(firstTime) : current
    const pageStart = addMonths(last, 1 - STATEMENTS_PER_PAGE)
    const first = pageStart < firstMonth ? firstMonth : pageStart
    const statements = await readStatements(tx, sellerId, { first, last, now })
    return {
      timeZone: TIME_ZONE,
      statements: statements.filter(({ sections }) => sections.length > 0),
      nextBefore: first > firstMonth ? first : null,
    }
  })
}

/** Reads the statement of a month. */
export async function getStatement(
  { db }: { db: Database },
  sellerId: number,
  month: string,
): Promise<Statement> {
  const { statement } = await readSnapshot(db, tx => readStatement(tx, sellerId, month, new Date()))
  return statement
}

/** Reads the statement of a month, and until when its entries were appended; null while it is provisional. */
export async function readStatement(
  tx: Db,
  sellerId: number,
  month: string,
  now: Date,
): Promise<{ statement: Statement; closedUntil: Date | null }> {
  const [final] = await findFinalStatements(tx, sellerId, { first: month, last: month })
  return {
    statement: await completeStatement(tx, { sellerId, month, now }, final),
    closedUntil: final?.closedUntil ?? null,
  }
}

async function readStatements(
  tx: Db,
  sellerId: number,
  { first, last, now }: { first: string; last: string; now: Date },
): Promise<Statement[]> {
  const finals = new Map(
    (await findFinalStatements(tx, sellerId, { first, last })).map(row => [row.month, row]),
  )
  const statements: Statement[] = []
  for (const month of listMonths(first, last))
    statements.push(await completeStatement(tx, { sellerId, month, now }, finals.get(month)))
  return statements
}

/** Returns a final statement as it is stored, and computes any other. */
async function completeStatement(
  tx: Db,
  { sellerId, month, now }: { sellerId: number; month: string; now: Date },
  final: FinalStatement | undefined,
): Promise<Statement> {
  const sections =
    final?.sections ??
    (await readSections(tx, { ...getMonth(month), sellerId, closedUntil: null }, now))
  return {
    month,
    finalAt: final?.createdAt.toISOString() ?? null,
    digest: final?.digest ?? null,
    digestedText: final ? writeDigestedText(final) : null,
    releasedUntil: getReleasedUntil(month, now),
    sections,
  }
}
