import { type CommissionDifference, MAX_REFUNDED_SALES } from '#contract/admin/commission.ts'
import { getStartOfDay, toLocalDay } from '#contract/core/time-zone.ts'
import {
  findCommissionDifferences,
  findRefundedSales,
  hasCommissionBefore,
  sumCommissionByMonth,
  sumForgoneByMonth,
} from '#server/features/payments/ledger/commission-queries.ts'
import type { Context } from '#server/context.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'

const getCurrentYear = () => Number(toLocalDay(new Date()).slice(0, 4))

/** Returns the first moment of a year, and that of the next year, in `TIME_ZONE`. */
const toPeriod = (year: number) => ({
  from: getStartOfDay(`${year}-01-01`),
  before: getStartOfDay(`${year + 1}-01-01`),
})

/**
 * Sums the marketplace's commission of each month of a year, by default of the current one, and finds the sales whose
 * price went back although the file stays open.
 */
export async function getCommission({ db }: Context, year = getCurrentYear()) {
  const period = toPeriod(year)
  const [months, forgone, hasEarlier, refundedSales] = await Promise.all([
    sumCommissionByMonth(db, year),
    sumForgoneByMonth(db, period),
    hasCommissionBefore(db, year),
    findRefundedSales(db, { ...period, limit: MAX_REFUNDED_SALES }),
  ])
  return {
    year,
    hasEarlier,
    refundedSales: refundedSales.map(({ soldAt, currency, ...sale }) => ({
      ...sale,
      soldAt: soldAt.toISOString(),
      currency,
    })),
    months: months.map(({ agreedMinor, ...month }) => ({
      ...month,
      earnedMinor: agreedMinor - month.missingMinor + month.excessMinor,
      forgoneMinor:
        forgone.find(row => row.month === month.month && row.currency === month.currency)
          ?.forgoneMinor ?? 0,
    })),
  }
}

/** Lists the payments of a year from which the provider deducted another commission than agreed. */
export async function listCommissionDifferences(
  { db }: Context,
  { year = getCurrentYear(), cursor }: { year?: number | undefined; cursor?: number | undefined },
): Promise<ResultPage<'differences', CommissionDifference>> {
  const { rows, nextCursor } = await readPage(limit =>
    findCommissionDifferences(db, { ...toPeriod(year), cursor, limit }),
  )
  return {
    differences: rows.map(({ at, currency, ...row }) => ({
      ...row,
      at: at.toISOString(),
      currency,
    })),
    nextCursor,
  }
}
