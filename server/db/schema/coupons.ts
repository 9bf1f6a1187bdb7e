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
import { COUPON_KINDS } from '#contract/prices/coupons.ts'
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
 * The orders that were made with a coupon. Whether a use counts follows from its order alone, so that no event can
 * leave it behind: it counts while the order is paid, while a payment of it is pending, and for half an hour after it
 * was made.
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
    createdAt: timestampDefaultNow(),
  },
  table => [index().on(table.couponId, table.buyerDigest)],
)
