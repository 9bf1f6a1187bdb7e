import type { OwnershipProof, PackCompletion } from '#contract/orders/completion.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { serializePack } from '#server/features/prices/service.ts'
import type { Db } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { findOrder } from '../queries.ts'
import { offerCompletion } from './price.ts'
import {
  type CompletablePackRow,
  type OwnedOrders,
  type OwnedPart,
  findOwnedParts,
  findPacksWith,
} from './queries.ts'

const COMPLETIONS_MAX = 4

/**
 * Finds which orders prove what a buyer has: those of the browser, and that of the order link, if its token is valid.
 * @param browserHash the digest of the browser's cookie; undefined if it has none
 */
export async function proveOrders(
  { db, orderTokens, config: { currency } }: Pick<Context, 'orderTokens' | 'config'> & { db: Db },
  { orderToken }: OwnershipProof,
  browserHash: string | undefined,
): Promise<OwnedOrders> {
  const id = orderToken === undefined ? undefined : orderTokens.parseOrderId(orderToken)
  const order = id === undefined ? undefined : await findOrder(db, id)
  const link = order && orderTokens.identify(orderToken!, order)
  const isProved = link === 'current' || link === 'offered'
  return { browserHash, orderId: isProved ? order!.id : undefined, currency }
}

/** Finds the packs of which a buyer has some parts, with what the others cost together. */
export async function findPackCompletions(
  context: Context,
  { packId, ...proof }: OwnershipProof & { packId?: number | undefined },
  browserHash: string | undefined,
): Promise<PackCompletion[]> {
  const owned = await findOwnedParts(context.db, await proveOrders(context, proof, browserHash))
  const packs = await findPacksWith(
    context.db,
    owned.map(({ productId }) => productId),
    { packId, limit: COMPLETIONS_MAX },
  )
  return packs.flatMap(pack => serializeCompletion(context, pack, owned))
}

/** Returns no completion if the buyer has all of the parts. */
function serializeCompletion(
  context: Context,
  { parts, imageKey, price: packPrice, ...pack }: CompletablePackRow,
  owned: readonly OwnedPart[],
): PackCompletion[] {
  const offer = offerCompletion(packPrice, parts, owned)
  if (!offer) return []
  const { price, missingParts } = offer
  return [
    {
      ...pack,
      slug: toProductSlug(pack.name),
      imageFile: buildCoverUrl(context.config, imageKey),
      currency: context.config.currency,
      packPrice,
      price,
      ownedParts: serializePack(
        context.config,
        parts.filter(part => !missingParts.includes(part)),
      ).parts,
      missingParts: serializePack(context.config, missingParts).parts,
    },
  ]
}
