import { and, desc, eq, exists, inArray, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/core/fields.ts'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  orderCredits,
  orderItems,
  orders,
  packParts,
  paymentAccounts,
  products,
  profiles,
  refunds,
  users,
  withdrawals,
} from '#server/db/schema/index.ts'
import { type PackPartRow, partsColumn } from '#server/features/prices/service.ts'
import { isUntried } from '../credit-queries.ts'
import { isBought } from '../grant-queries.ts'

/** Which orders count: those of a browser, and one that a link has proved. */
export interface OwnedOrders {
  browserHash: string | undefined
  orderId: string | undefined
  currency: Currency
}

/**
 * A part that was bought, with what was paid for it and not given back, in minor units: 0 if it counts for another pack
 * already.
 */
export interface Credit {
  partId: number
  creditMinor: number
  /** The item by which it was bought, and its order. */
  itemId: number
  orderId: string
}

const countsFor = ({ browserHash, orderId }: OwnedOrders) =>
  or(
    browserHash === undefined ? undefined : eq(orders.browserHash, browserHash),
    orderId === undefined ? undefined : eq(orders.id, orderId),
  )

/** What is looked through. */
export interface CreditFilter {
  /** The packs whose parts are looked for; undefined for all products. */
  packIds?: readonly number[]
  /** The orders that are looked through, besides `OwnedOrders`; undefined for all. */
  orderIds?: readonly string[]
}

/**
 * Finds which products were bought by orders that count, and whose access is open. One that was bought several times
 * counts with the highest payment.
 * @param filter with `orderIds`, which the caller has locked, a credit that any other order uses is none; otherwise
 *   that of an order that nobody has tried to pay is left out of account, since the next one replaces it
 */
export async function findCredits(
  db: Db,
  owned: OwnedOrders,
  { packIds, orderIds }: CreditFilter = {},
): Promise<Credit[]> {
  if (owned.browserHash === undefined && owned.orderId === undefined) return []
  const completing = alias(orders, 'completing')
  const isInUse = exists(
    db
      .select({ one: sql`1` })
      .from(orderCredits)
      .innerJoin(completing, eq(completing.id, orderCredits.orderId))
      .where(
        and(
          eq(orderCredits.itemId, orderItems.id),
          isNull(orderCredits.freedAt),
          orderIds ? undefined : not(isUntried(completing)),
        ),
      ),
  )
  const creditMinor = sql<number>`(case when ${isInUse} then 0
    else ${orderItems.priceMinor} - ${orderItems.refundedMinor} end)::int`
  return db
    .selectDistinctOn([orderItems.productId], {
      partId: orderItems.productId,
      creditMinor,
      itemId: orderItems.id,
      orderId: orderItems.orderId,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        countsFor(owned),
        eq(orders.currency, owned.currency),
        orderIds && inArray(orders.id, [...orderIds]),
        packIds &&
          inArray(
            orderItems.productId,
            db
              .select({ id: packParts.productId })
              .from(packParts)
              .where(inArray(packParts.packId, [...packIds])),
          ),
        isBought(orders, orderItems),
        // What is being given back is not counted on.
        sql`not exists (select 1 from ${refunds} where ${refunds.orderId} = ${orders.id}
          and ${refunds.state} in ('requested', 'sent')
          and (${refunds.itemIds} is null or ${orderItems.id} = any(${refunds.itemIds})))`,
        sql`not exists (select 1 from ${withdrawals} where ${withdrawals.orderId} = ${orders.id}
          and ${withdrawals.endedAs} is null and ${orderItems.id} = any(${withdrawals.itemIds}))`,
        exists(
          db
            .select({ one: sql`1` })
            .from(downloadGrants)
            .where(
              and(eq(downloadGrants.orderItemId, orderItems.id), isNull(downloadGrants.closedAt)),
            ),
        ),
      ),
    )
    .orderBy(orderItems.productId, desc(creditMinor), desc(orderItems.id))
}

/** A pack for sale with all of its parts. `price` is in whole units. */
export interface CompletablePackRow {
  id: number
  name: string
  price: number
  imageKey: string
  guaranteeDays: number
  username: string
  parts: PackPartRow[]
}

/** Finds the packs that can be bought, and have some of the parts but not only these, the newest first. */
export async function findPacksWith(
  db: Db,
  partIds: readonly number[],
  limit: number,
): Promise<CompletablePackRow[]> {
  if (partIds.length === 0) return []
  const packs = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      imageKey: products.imageKey,
      guaranteeDays: products.guaranteeDays,
      username: profiles.username,
      parts: partsColumn,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .innerJoin(
      paymentAccounts,
      and(eq(paymentAccounts.userId, products.sellerId), eq(paymentAccounts.state, 'linked')),
    )
    .where(
      and(
        products.listed,
        isNull(users.salesClosedAt),
        inArray(
          products.id,
          db
            .select({ id: packParts.packId })
            .from(packParts)
            .where(inArray(packParts.productId, [...partIds])),
        ),
        exists(
          db
            .select({ one: sql`1` })
            .from(packParts)
            .where(
              and(eq(packParts.packId, products.id), notInArray(packParts.productId, [...partIds])),
            ),
        ),
      ),
    )
    .orderBy(desc(products.publicationNumber))
    .limit(limit)
  return packs.map(pack => ({ ...pack, parts: pack.parts ?? [] }))
}
