import type { OwnershipProof, PackCompletion } from '#contract/orders/completion.ts'
import { quote } from '#contract/prices/quote.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { serializePack } from '#server/features/prices/service.ts'
import type { Db } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { findOrder } from '../queries.ts'
import {
  type CompletablePackRow,
  type Credit,
  type OwnedOrders,
  findCredits,
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
  proof: OwnershipProof,
  browserHash: string | undefined,
): Promise<PackCompletion[]> {
  const credits = await findCredits(context.db, await proveOrders(context, proof, browserHash))
  const packs = await findPacksWith(
    context.db,
    credits.map(({ partId }) => partId),
    COMPLETIONS_MAX,
  )
  return packs.map(pack => serializeCompletion(context, pack, credits))
}

function serializeCompletion(
  { config }: Context,
  { parts, imageKey, ...pack }: CompletablePackRow,
  credits: readonly Credit[],
): PackCompletion {
  const { id, name, username, guaranteeDays } = pack
  const { lines } = quote(
    { products: [{ id, completes: {} }] },
    {
      products: [{ id, price: pack.price, listPrice: null, isPriceDynamic: false, parts }],
      bumps: [],
      credits: credits.map(credit => ({ packId: id, ...credit })),
      coupon: null,
    },
  )
  const [line] = lines
  const isMissing = (part: { id: number }) => line!.partIds!.includes(part.id)
  return {
    id,
    name,
    username,
    guaranteeDays,
    slug: toProductSlug(name),
    imageFile: buildCoverUrl(config, imageKey),
    currency: config.currency,
    packPrice: pack.price,
    price: line!.price,
    ownedParts: serializePack(
      config,
      parts.filter(part => !isMissing(part)),
    ).parts,
    missingParts: serializePack(config, parts.filter(isMissing)).parts,
  }
}
