import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Touch } from '#contract/orders/touches.ts'
import { parsePaymentLinkIds } from '#contract/orders/payment-link.ts'
import type { Db } from '#server/db/client.ts'
import { products } from '#server/db/schema/index.ts'
import { findUsername } from '#server/db/username.ts'
import { type LandingOwner, type Source, resolveSource } from './resolve-source.ts'

export { type Source } from './resolve-source.ts'
export { countVisit, findFirstKnownVisit, matchesVisits, purgeVisits } from './queries.ts'

/** Tells whether a visitor sends Global Privacy Control, which asks not to be reported to others. */
export const hasPrivacyControl = ({ headers }: FastifyRequest): boolean =>
  headers['sec-gpc'] === '1'

/**
 * Returns what a request says about how its visitor came to the site. With Global Privacy Control, a visitor does not
 * want that to be recorded, whatever the request says.
 */
export const readTouches = (
  request: FastifyRequest,
  touches: Touch[] | undefined,
): Touch[] | undefined => (hasPrivacyControl(request) ? undefined : touches)

const PRODUCT_PATH = /^\/product\/([1-9]\d{0,9})(?:\/|$)/
const PROFILE_PATH = /^\/profile\/([^/]+)$/
const LINK_PATH = /^\/comprar\/([^/]+)$/

/** Returns the ids of the products whose page, or payment link, has a path. */
function findIds(path: string): number[] {
  const text = PRODUCT_PATH.exec(path)?.[1] ?? LINK_PATH.exec(decodePath(path))?.[1]
  return (text && parsePaymentLinkIds(text)) || []
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Finds where the visitor of a seller's product, or the buyer of an order, came from.
 * @param ownIds products that are known to be the seller's
 * @returns null if it is not known
 */
export async function findSource(
  db: Db,
  touches: Touch[] | undefined,
  { sellerId, ownIds }: { sellerId: number; ownIds: number[] },
): Promise<Source | null> {
  if (!touches?.length) return null
  const knownIds = new Set(ownIds)
  const otherIds = touches.flatMap(({ path }) => findIds(path)).filter(id => !knownIds.has(id))
  if (otherIds.length > 0) {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.id, otherIds), eq(products.sellerId, sellerId)))
    for (const { id } of rows) knownIds.add(id)
  }
  const username = touches.some(({ path }) => PROFILE_PATH.test(path))
    ? await findUsername(db, sellerId)
    : ''
  const getOwner = (path: string): LandingOwner => {
    const ids = findIds(path)
    if (ids.length > 0) return ids.some(id => knownIds.has(id)) ? 'seller' : 'other_seller'
    const name = PROFILE_PATH.exec(decodePath(path))?.[1]
    if (name === undefined) return 'marketplace'
    return name.toLowerCase() === username.toLowerCase() ? 'seller' : 'other_seller'
  }
  return resolveSource(touches, getOwner) ?? null
}
