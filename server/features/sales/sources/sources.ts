import { SOURCE_ROWS_MAX } from '#contract/sales/sources.ts'
import type { Currency } from '#contract/core/fields.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import { findFirstKnownVisit } from '#server/features/sources/service.ts'
import type { Context } from '#server/context.ts'
import { type LineFilter, findSoldProducts } from '../line-queries.ts'
import { resolvePeriod } from '../period.ts'
import type { PeriodQuery } from '../summary.ts'
import { type SourceFigures, findSourceRows, sumReport } from './queries.ts'

/** The most rows of the CSV file. Of more, the ones that brought least are left out. */
const CSV_ROWS_MAX = 10_000

/** Reads the rows of a seller's period, the best first, with the products that they are about. */
export function readPeriod(
  { db, config: { currency } }: Pick<Context, 'db' | 'config'>,
  sellerId: number,
  query: PeriodQuery,
) {
  return readSnapshot(db, async tx => {
    const rows = await findSourceRows(tx, toFilter(sellerId, currency, query), CSV_ROWS_MAX)
    return { rows, products: await findProductsOf(tx, sellerId, rows) }
  })
}

const toFilter = (
  sellerId: number,
  currency: Currency,
  { productId, ...period }: PeriodQuery,
): LineFilter => ({ sellerId, currency, productId, ...resolvePeriod(period) })

/** Finds the products that rows are about, by their ids. */
async function findProductsOf(
  db: Db,
  sellerId: number,
  rows: readonly { productId: number | null }[],
) {
  const ids = new Set(rows.flatMap(({ productId }) => productId ?? []))
  const products = await findSoldProducts(db, sellerId, [...ids])
  return new Map(products.map(product => [product.id, product]))
}

/** Computes what each source brought in a period: by source, by campaign, and by product and source. */
export function summarizeSources(
  { db, config: { currency } }: Pick<Context, 'db' | 'config'>,
  sellerId: number,
  query: PeriodQuery,
) {
  const filter = toFilter(sellerId, currency, query)
  return readSnapshot(db, async tx => {
    const rows = await sumReport(tx, filter, SOURCE_ROWS_MAX)
    const listOf = (list: (typeof rows)[number]['list']) => rows.filter(row => row.list === list)
    const byProduct = listOf('product')
    const products = await findProductsOf(tx, sellerId, byProduct)
    return {
      currency,
      timeZone: TIME_ZONE,
      since: await findFirstKnownVisit(tx, filter),
      total: pickFigures(listOf('total')[0]!),
      sources: listOf('source').map(row => ({ source: row.source, ...pickFigures(row) })),
      campaigns: listOf('campaign').map(row => ({
        source: row.source,
        medium: row.medium!,
        campaign: row.campaign!,
        ...pickFigures(row),
      })),
      products: byProduct.flatMap(row => {
        const { name, deletedAt } = products.get(row.productId!) ?? {}
        return name === undefined
          ? []
          : [
              {
                productId: row.productId!,
                source: row.source,
                name,
                deleted: deletedAt !== null,
                ...pickFigures(row),
              },
            ]
      }),
    }
  })
}

const pickFigures = ({
  visits,
  started,
  count,
  freeCopies,
  grossMinor,
  sellerShareMinor,
  refundedMinor,
}: SourceFigures): SourceFigures => ({
  visits,
  started,
  count,
  freeCopies,
  grossMinor,
  sellerShareMinor,
  refundedMinor,
})
