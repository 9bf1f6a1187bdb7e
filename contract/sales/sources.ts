import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IdText, MinorAmount } from '../core/fields.ts'
import { TIME_ZONE } from '../core/time-zone.ts'
import { LocalDay, Period } from './lines.ts'

/** What a source brought in a period. The sums over all sources are what the sales page shows for the period. */
const figures = {
  /** How often pages of the products were viewed. */
  visits: z.int(),
  /**
   * The number of line items of the orders that were begun in the period, whether somebody paid them or not; of a
   * single product or pack, the number of these orders.
   */
  started: z.int(),
  /** These are the totals of `getSalesSummary`. */
  count: z.int(),
  freeCopies: z.int(),
  grossMinor: MinorAmount,
  sellerShareMinor: MinorAmount,
  refundedMinor: MinorAmount,
}

/**
 * A source, such as `instagram`, a host, or `utm_source` of a link in lower case. `direct` is a visit without a link,
 * `marketplace` one from another page of the marketplace, and `other` is what did not fit into the list. Null is a
 * source that is not known, because the visitor did not want it to be, or because it was before sources were recorded.
 */
export const SourceName = z.nullable(z.string())

export const SourceSales = z.object({ source: SourceName, ...figures })
export type SourceSales = z.infer<typeof SourceSales>

export const CampaignSales = z.object({
  source: SourceName,
  medium: z.string(),
  campaign: z.string(),
  ...figures,
})
export type CampaignSales = z.infer<typeof CampaignSales>

export const ProductSourceSales = z.object({
  productId: z.int(),
  name: z.string(),
  /** Whether the seller has deleted the product. Its sales still count. */
  deleted: z.boolean(),
  source: SourceName,
  ...figures,
})
export type ProductSourceSales = z.infer<typeof ProductSourceSales>

/** The most rows of each list of the report. The last row of the sources, `other`, has what the others do not. */
export const SOURCE_ROWS_MAX = 50

const query = z.object({ ...Period, productId: z.optional(IdText) })

/**
 * Returns what each source brought, in the installation's currency: by source, by campaign, and by product and source.
 * Each list begins with what brought most.
 */
export const getSalesBySource = endpoint({
  method: 'GET',
  path: '/sales/sources',
  summary: 'Get visits, orders and sales of each source',
  access: 'verified',
  cacheTags: ['Sales'],
  query,
  reply: z.object({
    currency: Currency,
    timeZone: z.literal(TIME_ZONE),
    /** The first day with a visit whose source was recorded; null before. */
    since: z.nullable(LocalDay),
    total: z.object(figures),
    sources: z.array(SourceSales),
    campaigns: z.array(CampaignSales),
    products: z.array(ProductSourceSales),
  }),
})

/**
 * Returns a row for each product, source, medium and campaign of the report as a CSV file by RFC 4180, in UTF-8 with a
 * byte order mark. A plain link can download the file.
 */
export const exportSalesBySource = endpoint({
  method: 'GET',
  path: '/sales/sources/sources.csv',
  summary: 'Export the sales of each source as a CSV file',
  access: 'verified',
  query,
  contentType: 'text/csv',
  status: 200,
})
