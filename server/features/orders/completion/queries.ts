import { and, desc, eq, exists, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  orderItems,
  orders,
  packParts,
  paymentAccounts,
  products,
  profiles,
  users,
} from '#server/db/schema/index.ts'
import { type PackPartRow, partsColumn } from '#server/features/prices/service.ts'
import { isBought } from '../grant-queries.ts'

/** Which orders count: those of a browser, and one that a link has proved. */
export interface OwnedOrders {
  browserHash: string | undefined
  orderId: string | undefined
  currency: Currency
}

/** A part that was bought, with what was paid for it and not given back, in minor units. */
export interface Credit {
  partId: number
  creditMinor: number
}

const countsFor = ({ browserHash, orderId }: OwnedOrders) =>
  or(
    browserHash === undefined ? undefined : eq(orders.browserHash, browserHash),
    orderId === undefined ? undefined : eq(orders.id, orderId),
  )

/**
 * Finds which products were bought by orders that count, and whose access is open. One that was bought several times
 * counts with the highest payment.
 * @param ids the products, or undefined for all
 */
export async function findCredits(
  db: Db,
  owned: OwnedOrders,
  ids?: readonly number[],
): Promise<Credit[]> {
  if (owned.browserHash === undefined && owned.orderId === undefined) return []
  return db
    .select({
      partId: orderItems.productId,
      creditMinor: sql<number>`max(${orderItems.priceMinor} - ${orderItems.refundedMinor})::int`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        countsFor(owned),
        eq(orders.currency, owned.currency),
        ids && inArray(orderItems.productId, [...ids]),
        isBought(orders, orderItems),
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
    .groupBy(orderItems.productId)
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
