import { and, eq, exists, isNull, lt, or, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import {
  availabilityRequests,
  paymentAccounts,
  products,
  profiles,
  users,
} from '#server/db/schema/index.ts'
import { hasPageCondition } from '#server/features/storefront/queries.ts'

/** The number of days for which an address is kept if the product cannot be bought in this time. */
const REQUESTS_KEPT_DAYS = 180

/** Finds the seller of a product that has a public page. */
export async function findShownSellerId(db: Db, productId: number): Promise<number | undefined> {
  const [product] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, productId), hasPageCondition))
  return product?.sellerId
}

/** Stores a request, unless the address already waits for the product. */
export async function insertAvailabilityRequest(
  tx: Db,
  { productId, email, locale }: { productId: number; email: string; locale: Locale },
): Promise<void> {
  await tx
    .insert(availabilityRequests)
    .values({ productId, email, language: locale })
    .onConflictDoNothing()
}

/**
 * Deletes and returns the requests for products of a seller that are listed, if the seller can be paid or they are
 * free.
 */
export async function takeAnswerableRequests(tx: Db, sellerId: number) {
  const linkedAccount = tx
    .select({ one: sql`1` })
    .from(paymentAccounts)
    .innerJoin(users, eq(users.id, paymentAccounts.userId))
    .where(
      and(
        eq(paymentAccounts.userId, sellerId),
        eq(paymentAccounts.state, 'linked'),
        isNull(users.salesClosedAt),
      ),
    )
  const rows = await tx
    .select({
      requestId: availabilityRequests.id,
      productName: products.name,
      username: profiles.username,
    })
    .from(availabilityRequests)
    .innerJoin(products, eq(products.id, availabilityRequests.productId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .where(
      and(
        eq(products.sellerId, sellerId),
        products.listed,
        or(eq(products.price, 0), exists(linkedAccount)),
      ),
    )
  const taken = []
  for (const { requestId, productName, username } of rows) {
    const [request] = await tx
      .delete(availabilityRequests)
      .where(eq(availabilityRequests.id, requestId))
      .returning()
    // Another worker may have answered the request in the meantime.
    if (request)
      taken.push({
        productId: request.productId,
        productName,
        username,
        to: request.email,
        locale: request.language,
      })
  }
  return taken
}

/** Deletes the requests that were not answered in time. */
export async function purgeAvailabilityRequests(db: Db): Promise<void> {
  const before = daysAgo(REQUESTS_KEPT_DAYS)
  await db.delete(availabilityRequests).where(lt(availabilityRequests.createdAt, before))
}
