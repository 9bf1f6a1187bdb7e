import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { COUPON_KINDS } from '#contract/prices/quote.ts'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/**
 * The coupons of sellers. The code and the discount of one never change; one that is not wanted any more is turned off.
 */
export const coupons = pgTable(
  'coupons',
  {
    id: idColumn(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** In capitals without accents, as `foldCouponCode` returns it. */
    code: text().notNull(),
    kind: text({ enum: COUPON_KINDS }).notNull(),
    /** A percentage from 1 to 100, or whole units. */
    value: integer().notNull(),
    /** The products for which it is valid; null for all. */
    productIds: integer().array(),
    startsAt: timestamptz(),
    endsAt: timestamptz(),
    /** How many uses it has in all, and of one buyer; null without such a limit. */
    cap: integer(),
    perBuyer: integer(),
    /** When the seller last changed one of these limits; null if they are those of the beginning. */
    limitsChangedAt: timestamptz(),
    /** The least sum of its products in whole units; null without one. */
    minimum: integer(),
    isOff: boolean().notNull().default(false),
    createdAt: timestampDefaultNow(),
  },
  table => [
    uniqueIndex('coupons_code').on(table.sellerId, table.code),
    check(
      'coupons_value',
      sql`${table.value} > 0 and (${table.kind} <> 'percent' or ${table.value} <= 100)`,
    ),
  ],
)

/**
 * The uses of coupons. A use is made with its order, and counts from then on until it is freed: when the order expires,
 * is replaced by another one of the same browser, or is refunded.
 */
export const couponUses = pgTable(
  'coupon_uses',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    couponId: integer()
      .notNull()
      .references(() => coupons.id),
    /** A keyed digest of the buyer's mailbox, by which the uses of one buyer are counted. */
    buyerDigest: text().notNull(),
    /** A keyed digest of the buyer's network, by which unpaid uses are bounded; null once it is paid or freed. */
    networkDigest: text(),
    /** Until when the payment page of the order is open. A voucher holds the use as long as it can be paid. */
    heldUntil: timestamptz().notNull(),
    /** When the order was paid or, if it costs nothing, when its files were downloaded; null until then. */
    paidAt: timestamptz(),
    /** Since when the use does not count; null while it does. */
    freedAt: timestamptz(),
    createdAt: timestampDefaultNow(),
  },
  table => [
    index('coupon_uses_counting')
      .on(table.couponId, table.buyerDigest)
      .where(sql`${table.freedAt} is null`),
    index('coupon_uses_held')
      .on(table.couponId, table.networkDigest)
      .where(sql`${table.freedAt} is null and ${table.paidAt} is null`),
  ],
)
