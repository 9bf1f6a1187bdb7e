import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { DAY_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { orders, payments, profiles, reconciliationReports } from '#server/db/schema/index.ts'
import type { PaymentRow } from '#server/features/orders/rules/rows.ts'

const PAGE_SIZE = 50
const KEEP_MS = 90 * DAY_MS

/** Finds those of the given payments that are stored. */
export async function findStoredPayments(
  db: Db,
  paymentIds: string[],
): Promise<Map<string, PaymentRow>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.select().from(payments).where(inArray(payments.id, paymentIds))
  return new Map(rows.map(row => [row.id, row]))
}

/** Finds the payments of a seller's account that the provider changed in a period, as far as we know. */
export async function findChangedPayments(
  db: Db,
  {
    sellerId,
    collectorId,
    from,
    before,
  }: { sellerId: number; collectorId: string; from: Date; before: Date },
): Promise<PaymentRow[]> {
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(payments.collectorId, collectorId),
        gte(payments.providerUpdatedAt, from),
        lt(payments.providerUpdatedAt, before),
      ),
    )
  return rows.map(({ payment }) => payment)
}

/** Stores a report, and deletes those that are older than 90 days. */
export async function saveReport(
  db: Db,
  report: typeof reconciliationReports.$inferInsert,
): Promise<void> {
  await db.insert(reconciliationReports).values(report)
  await db
    .delete(reconciliationReports)
    .where(lt(reconciliationReports.at, new Date(Date.now() - KEEP_MS)))
}

/** Lists the reports, newest first, 50 at a time. */
export async function listReports(db: Db, cursor: number | undefined) {
  const rows = await db
    .select({ report: reconciliationReports, sellerUsername: profiles.username })
    .from(reconciliationReports)
    .innerJoin(profiles, eq(profiles.userId, reconciliationReports.sellerId))
    .where(cursor === undefined ? undefined : lt(reconciliationReports.id, cursor))
    .orderBy(desc(reconciliationReports.id))
    .limit(PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  return {
    reports: page.map(({ report, sellerUsername }) => ({
      id: report.id,
      at: report.at.toISOString(),
      from: report.periodFrom.toISOString(),
      to: report.periodTo.toISOString(),
      sellerId: report.sellerId,
      sellerUsername,
      currency: report.currency,
      provider: { count: report.providerCount, keptMinor: report.providerKeptMinor },
      ours: { count: report.ownCount, keptMinor: report.ownKeptMinor },
      differences: report.differences,
    })),
    nextCursor: rows.length > PAGE_SIZE ? page.at(-1)!.report.id : null,
  }
}
