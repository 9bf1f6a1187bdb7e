import { sum } from '#contract/core/sum.ts'
import type { SALES_RANGES } from '#contract/sales/lines.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { Context } from '#server/context.ts'
import {
  countFreeCopiesByDay,
  findSoldProducts,
  sumLinesByDay,
  sumLinesByProduct,
  sumViewsByDay,
  sumViewsByProduct,
} from './line-queries.ts'
import { resolvePeriod } from './period.ts'

const PAGE_SIZE = 50

export interface PeriodQuery {
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
  unsettledShareMinor: 0,
  reversedNetMinor: 0,
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
    unsettledShareMinor: a.unsettledShareMinor + b.unsettledShareMinor,
    reversedNetMinor: a.reversedNetMinor + b.reversedNetMinor,
    refundedMinor: a.refundedMinor + b.refundedMinor,
  }
}

/** Computes the totals of a seller's sales, and the same totals for each day with a sale, a view or a free copy. */
export async function summarizeSales(
  { db, config: { currency } }: Context,
  sellerId: number,
  { productId, ...period }: PeriodQuery,
) {
  const filter = { sellerId, currency, productId, ...resolvePeriod(period) }
  const [sales, productViews, freeCopies] = await Promise.all([
    sumLinesByDay(db, filter),
    sumViewsByDay(db, filter),
    countFreeCopiesByDay(db, filter),
  ])
  const totals = new Map(sales.map(({ date, ...sums }) => [date, sums]))
  const views = new Map(productViews.map(day => [day.date, day.views]))
  const copies = new Map(freeCopies.map(day => [day.date, day.freeCopies]))
  const dates = [...new Set([...totals.keys(), ...views.keys(), ...copies.keys()])].sort()
  return {
    currency,
    timeZone: TIME_ZONE,
    ...sales.reduce(addTotals, ZERO_TOTALS),
    views: sum(productViews.map(day => day.views)),
    freeCopies: sum(freeCopies.map(day => day.freeCopies)),
    days: dates.map(date => ({
      date,
      views: views.get(date) ?? 0,
      freeCopies: copies.get(date) ?? 0,
      ...(totals.get(date) ?? ZERO_TOTALS),
    })),
  }
}

/**
 * Computes the totals of each product with a sale or a view, and returns one page of them, sorted by the seller's
 * share, highest first.
 */
export async function summarizeSalesByProduct(
  context: Context,
  sellerId: number,
  { page = 1, ...period }: PeriodQuery & { page?: number | undefined },
) {
  const {
    db,
    config: { currency },
  } = context
  const filter = { sellerId, currency, ...resolvePeriod(period) }
  const [sales, productViews] = await Promise.all([
    sumLinesByProduct(db, filter),
    sumViewsByProduct(db, filter),
  ])
  const totals = new Map(sales.map(({ productId, ...sums }) => [productId, sums]))
  const views = new Map(productViews.map(row => [row.productId, row.views]))
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
  const pageRows = ranked.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const soldProducts = await findSoldProducts(
    db,
    sellerId,
    pageRows.map(({ productId }) => productId),
  )
  const byId = new Map(soldProducts.map(row => [row.id, row]))
  return {
    currency,
    products: pageRows.flatMap(row => {
      const product = byId.get(row.productId)
      if (!product) return []
      const { name, imageKey, deletedAt } = product
      return [
        {
          ...row,
          name,
          imageFile: buildCoverUrl(context.config, imageKey),
          deleted: deletedAt !== null,
        },
      ]
    }),
    page,
    pageSize: PAGE_SIZE,
    total: ranked.length,
  }
}
