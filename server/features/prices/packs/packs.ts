import type { ErrorCode } from '#contract/core/errors.ts'
import { issueKey } from '#contract/core/fields.ts'
import { type Pack, PACK_PARTS } from '#contract/prices/packs.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { renewPack } from '#server/db/listing.ts'
import { lockOwnProduct } from '#server/db/product-rows.ts'
import { findPackParts, lockPossibleParts, replaceParts } from './queries.ts'
import { serializePack } from './serialize.ts'

/**
 * Requires that a pack costs at least one unit for each of its parts, since each part is an item of an order.
 * @param price in whole units
 * @throws ApiError with the given code, otherwise INVALID_DATA
 */
export function requirePackPrice(price: number, partCount: number, code?: ErrorCode): void {
  if (price >= partCount) return
  const message = issueKey('issue_pack_price')
  throw ApiError.fromIssues([{ code: 'custom', path: ['price'], message, input: price }], code)
}

/**
 * Sets which products a pack sells together. Orders keep the parts that were bought.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such pack;
 *   ERROR_PACK_PART if a product cannot be a part, or a pack that was published would have fewer than two;
 *   INVALID_DATA if a product is named twice, or as `requirePackPrice`
 */
export async function setPackParts(
  context: Context,
  { sellerId, id: packId }: OwnId,
  partIds: readonly number[],
): Promise<Pack> {
  if (new Set(partIds).size < partIds.length) throw new ApiError('INVALID_DATA', 'a product twice')
  await runTransaction(context.db, async tx => {
    // Purchases lock packs after their parts too.
    const possible = await lockPossibleParts(tx, sellerId, partIds)
    const pack = await lockOwnProduct(tx, sellerId, packId)
    if (!pack?.isPack) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `pack ${packId}`)
    const isDraft = pack.state === 'draft'
    if (possible.length < partIds.length || (!isDraft && partIds.length < PACK_PARTS.min))
      throw new ApiError('ERROR_PACK_PART', `pack ${packId}`)
    await replaceParts(tx, packId, partIds)
    if (isDraft) return
    requirePackPrice(pack.price, partIds.length)
    await renewPack(tx, packId)
    await context.onProductListed(tx, sellerId)
  })
  return serializePack(context.config, await findPackParts(context.db, packId))
}
