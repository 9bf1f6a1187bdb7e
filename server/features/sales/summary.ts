import type { SALES_RANGES } from '#contract/sales/lines.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { coverUrl } from '#server/features/catalog/service.ts'
import type { OrdersDeps } from '../orders/deps.ts'
import {
  findSoldProducts,
  sumLinesByDay,
  sumLinesByProduct,
  sumViewsByDay,
  sumViewsByProduct,
} from './line-queries.ts'
import { resolvePeriod } from './period.ts'

const PAGE = 50

interface PeriodQuery {
  range?: (typeof SALES_RANGES)[number] | undefined
  from?: string | undefined
  to?: string | undefined
  productId?: number | undefined
}

type Totals = Omit<Awaited<ReturnType<typeof sumLinesByDay>>[number], 'date'>

const ZERO_TOTALS: Totals = {
  count: 0,
  grossMinor: 0,
  feeMinor: 0,
  sellerShareMinor: 0,
  providerFeeMinor: 0,
  netMinor: 0,
  unsettledCount: 0,
  refundedMinor: 0,
}

function addTotals(a: Totals, b: Totals): Totals {
  return {
    count: a.count + b.count,
    grossMinor: a.grossMinor + b.grossMinor,
    feeMinor: a.feeMinor + b.feeMinor,
    sellerShareMinor: a.sellerShareMinor + b.sellerShareMinor,
    providerFeeMinor: a.providerFeeMinor + b.providerFeeMinor,
    netMinor: a.netMinor + b.netMinor,
    unsettledCount: a.unsettledCount + b.unsettledCount,
    refundedMinor: a.refundedMinor + b.refundedMinor,
  }
}

/** Sums of a seller's lines, and one for each day with a line or a view: the days add up to the sums. */
export async function summarizeSales(
  { db, currency }: OrdersDeps,
  sellerId: number,
  { productId, ...wish }: PeriodQuery,
) {
  const filter = { sellerId, currency, productId, ...resolvePeriod(wish) }
  const [sold, seen] = await Promise.all([sumLinesByDay(db, filter), sumViewsByDay(db, filter)])
  const totals = new Map(sold.map(({ date, ...sums }) => [date, sums]))
  const views = new Map(seen.map(day => [day.date, day.views]))
  const dates = [...new Set([...totals.keys(), ...views.keys()])].sort()
  return {
    currency,
    timeZone: TIME_ZONE,
    ...sold.reduce(addTotals, ZERO_TOTALS),
    views: seen.reduce((sum, day) => sum + day.views, 0),
    days: dates.map(date => ({
      date,
      views: views.get(date) ?? 0,
      ...(totals.get(date) ?? ZERO_TOTALS),
    })),
  }
}

/** The same sums for each product, best earning first. */
export async function salesByProduct(
  { db, currency }: OrdersDeps,
  sellerId: number,
  { page = 1, ...wish }: PeriodQuery & { page?: number | undefined },
) {
  const filter = { sellerId, currency, ...resolvePeriod(wish) }
  const [sold, seen] = await Promise.all([
    sumLinesByProduct(db, filter),
    sumViewsByProduct(db, filter),
  ])
  const totals = new Map(sold.map(({ productId, ...sums }) => [productId, sums]))
  const views = new Map(seen.map(row => [row.productId, row.views]))
  const ranked = [...new Set([...totals.keys(), ...views.keys()])]
    .map(productId => ({
      productId,
      views: views.get(productId) ?? 0,
      ...(totals.get(productId) ?? ZERO_TOTALS),
    }))
    .sort(
      (a, b) =>
        b.sellerShareMinor - a.sellerShareMinor || b.views - a.views || b.productId - a.productId,
    )
  const shown = ranked.slice((page - 1) * PAGE, page * PAGE)
  const named = await findSoldProducts(
    db,
    sellerId,
    shown.map(({ productId }) => productId),
  )
  const byId = new Map(named.map(row => [row.id, row]))
  return {
    currency,
    products: shown.flatMap(row => {
      const product = byId.get(row.productId)
      if (!product) return []
      const { name, imageKey, deletedAt } = product
      return [{ ...row, name, imageFile: coverUrl(imageKey), deleted: deletedAt !== null }]
    }),
    page,
    pageSize: PAGE,
    total: ranked.length,
  }
}
