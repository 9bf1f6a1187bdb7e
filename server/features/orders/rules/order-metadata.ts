import * as z from 'zod/mini'
import { locales } from '#messages/runtime'
import type { orderItems } from '#server/db/schema/index.ts'
import type { OrderRow } from './rows.ts'

const minor = z.int().check(z.nonnegative())
const text = z.nullable(z.string().check(z.maxLength(200)))

/**
 * What a payment page keeps of its order besides what is paid, so that a lost order can be made again. The provider
 * returns the keys in snake case. Nothing of it is secret.
 */
const OrderMetadata = z.object({
  language: z.enum(locales),
  coupon_code: text,
  coupon_minor: z.nullable(minor),
  source: text,
  source_medium: text,
  source_campaign: text,
  items: z.array(
    z.object({
      pack_id: z.nullable(z.int()),
      pack_name: text,
      list_price_minor: z.nullable(minor),
      guarantee_days: minor,
      fee_percent: minor,
      fee_minor: minor,
      forgone_fee_minor: minor,
    }),
  ),
})
export type OrderMetadata = z.infer<typeof OrderMetadata>

type Order = Pick<
  OrderRow,
  'language' | 'couponCode' | 'couponMinor' | 'source' | 'sourceMedium' | 'sourceCampaign'
>
/** What a payment page needs of an item. */
export type PageItem = Pick<
  typeof orderItems.$inferSelect,
  | 'productId'
  | 'name'
  | 'priceMinor'
  | 'packId'
  | 'packName'
  | 'listPriceMinor'
  | 'guaranteeDays'
  | 'feePercent'
  | 'feeMinor'
  | 'forgoneFeeMinor'
>

export const buildOrderMetadata = (order: Order, items: readonly PageItem[]): OrderMetadata => ({
  language: order.language,
  coupon_code: order.couponCode,
  coupon_minor: order.couponMinor,
  source: order.source,
  source_medium: order.sourceMedium,
  source_campaign: order.sourceCampaign,
  items: items.map(item => ({
    pack_id: item.packId,
    pack_name: item.packName,
    list_price_minor: item.listPriceMinor,
    guarantee_days: item.guaranteeDays,
    fee_percent: item.feePercent,
    fee_minor: item.feeMinor,
    forgone_fee_minor: item.forgoneFeeMinor,
  })),
})

/** Reads what a payment page has kept of its order; undefined if it has kept nothing, or something else. */
export function readOrderMetadata(metadata: unknown, itemCount: number): OrderMetadata | undefined {
  const parsed = z.safeParse(OrderMetadata, metadata)
  return parsed.success && parsed.data.items.length === itemCount ? parsed.data : undefined
}
