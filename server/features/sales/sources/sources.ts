import { SOURCE_ROWS_MAX } from '#contract/sales/sources.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import { sumVisits } from '#server/features/sources/service.ts'
import type { Context } from '#server/context.ts'
import {
  type LineFilter,
  countFreeCopiesBySource,
  countStartedBySource,
  findSoldProducts,
  sumLinesBySource,
} from '../line-queries.ts'
import { resolvePeriod } from '../period.ts'
import type { PeriodQuery } from '../summary.ts'

const ZERO_FIGURES = {
  visits: 0,
  started: 0,
  count: 0,
  freeCopies: 0,
  grossMinor: 0,
  sellerShareMinor: 0,
  refundedMinor: 0,
}
type Figures = typeof ZERO_FIGURES
const FIGURE_NAMES = Object.keys(ZERO_FIGURES) as (keyof Figures)[]

/** What a combination of product, source, medium and campaign brought. */
export interface SourceRow extends Figures {
  productId: number
  source: string | null
  medium: string
  campaign: string
}

function addFigures<Row extends Figures>(row: Row, others: Figures): Row {
  const sums = FIGURE_NAMES.map(name => [name, row[name] + others[name]])
  return { ...row, ...(Object.fromEntries(sums) as unknown as Figures) }
}

/**
 * Puts together the rows that have the same key, and sorts them: what brought most money is first, then most visits.
 */
function groupRows<Key extends Partial<SourceRow>>(
  rows: readonly SourceRow[],
  toKey: (row: SourceRow) => Key,
): (Key & Figures)[] {
  const groups = Map.groupBy(rows, row => JSON.stringify(toKey(row)))
  const sums = [...groups.values()].map(group =>
    group.reduce(addFigures<Key & Figures>, { ...toKey(group[0]!), ...ZERO_FIGURES }),
  )
  return sums.sort(
    (a, b) =>
      b.sellerShareMinor - a.sellerShareMinor ||
      b.count - a.count ||
      b.freeCopies - a.freeCopies ||
      b.visits - a.visits ||
      b.started - a.started,
  )
}

/** Puts the last sources together into one, so that the sums stay what they are. */
function limitSources(sources: (Figures & { source: string | null })[]) {
  const isSmall = sources.length <= SOURCE_ROWS_MAX
  const shown = isSmall ? sources : sources.slice(0, SOURCE_ROWS_MAX - 1)
  const hidden = sources.slice(shown.length)
  if (hidden.length === 0) return shown
  // The name can be among those that are shown, if so many visits had other sources on one day.
  const named = shown.find(({ source }) => source === 'other') ?? {
    source: 'other',
    ...ZERO_FIGURES,
  }
  const other = hidden.reduce(addFigures<typeof named>, named)
  return [...shown.filter(({ source }) => source !== 'other'), other]
}

/** Reads what each combination of product and source brought, and since when sources are known. */
export async function readSourceRows(
  db: Db,
  filter: LineFilter,
): Promise<{ rows: SourceRow[]; since: string | null }> {
  const visits = await sumVisits(db, filter)
  const started = await countStartedBySource(db, filter)
  const lines = await sumLinesBySource(db, filter)
  const copies = await countFreeCopiesBySource(db, filter)
  const parts: (Pick<SourceRow, 'productId' | 'source' | 'medium' | 'campaign'> &
    Partial<Figures>)[] = [
    ...visits.map(row => ({ ...row, source: row.source === '' ? null : row.source })),
    ...started,
    ...lines,
    ...copies,
  ]
  const rows = groupRows(
    parts.map(part => ({ ...ZERO_FIGURES, ...part })),
    ({ productId, source, medium, campaign }) => ({ productId, source, medium, campaign }),
  )
  const firstDays = visits.flatMap(({ source, firstDay }) => (source === '' ? [] : [firstDay]))
  return { rows, since: firstDays.sort()[0] ?? null }
}

/** Reads the rows of a seller's period, all at one moment. */
export function readPeriod(
  { db, config: { currency } }: Pick<Context, 'db' | 'config'>,
  sellerId: number,
  { productId, ...period }: PeriodQuery,
) {
  const filter = { sellerId, currency, productId, ...resolvePeriod(period) }
  return readSnapshot(db, async tx => {
    const { rows, since } = await readSourceRows(tx, filter)
    const ids = [...new Set(rows.map(row => row.productId))]
    const products = await findSoldProducts(tx, sellerId, ids)
    return { rows, since, products: new Map(products.map(product => [product.id, product])) }
  })
}

/** Computes what each source brought in a period: by source, by campaign, and by product and source. */
export async function summarizeSources(context: Context, sellerId: number, query: PeriodQuery) {
  const { rows, since, products } = await readPeriod(context, sellerId, query)
  const withCampaign = rows.filter(({ medium, campaign }) => medium !== '' || campaign !== '')
  const byProduct = groupRows(rows, ({ productId, source }) => ({ productId, source }))
  return {
    currency: context.config.currency,
    timeZone: TIME_ZONE,
    since,
    total: rows.reduce(addFigures<Figures>, ZERO_FIGURES),
    sources: limitSources(groupRows(rows, ({ source }) => ({ source }))),
    campaigns: groupRows(withCampaign, ({ source, medium, campaign }) => ({
      source,
      medium,
      campaign,
    })).slice(0, SOURCE_ROWS_MAX),
    products: byProduct.slice(0, SOURCE_ROWS_MAX).flatMap(row => {
      const product = products.get(row.productId)
      return product ? [{ ...row, name: product.name, deleted: product.deletedAt !== null }] : []
    }),
  }
}
