import { createHash } from 'node:crypto'
import type { ProductForm } from '#contract/catalog/products.ts'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceivedFile } from '#server/http/upload.ts'
import { findProductByRequestKey } from './publish-queries.ts'

/** A wish to publish as its `Idempotency-Key` names it, and what came with it. */
export interface PublishRequest {
  key: string
  digest: string
}

/** Digests of an `Idempotency-Key` and of everything that was sent under it. */
export function publishRequest(
  idempotencyKey: string,
  form: ProductForm,
  files: { image_file?: ReceivedFile | undefined; product_file?: ReceivedFile | undefined },
): PublishRequest {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  const sent = [form, files.image_file?.sha256, files.product_file?.sha256]
  return { key: sha256(idempotencyKey), digest: sha256(JSON.stringify(sent)) }
}

/**
 * Publishes once for a request, however often and however close together it arrives: a seller whose answer got
 * lost sends the form again.
 * @param publish makes the product and returns its id
 * @throws ApiError INVALID_DATA where the key came with something else before
 */
export async function publishOnce(
  db: Database,
  sellerId: number,
  request: PublishRequest | undefined,
  publish: () => Promise<number>,
): Promise<number> {
  if (!request) return publish()
  const published = () => repeated(db, sellerId, request)
  const before = await published()
  if (before !== undefined) return before
  try {
    return await publish()
  } catch (error) {
    // Whatever it stumbled over, the last of the room for instance: its twin may have been faster.
    const twin = await published()
    if (twin === undefined) throw error
    return twin
  }
}

async function repeated(
  db: Database,
  sellerId: number,
  { key, digest }: PublishRequest,
): Promise<number | undefined> {
  const found = await findProductByRequestKey(db, sellerId, key)
  if (found && found.requestDigest !== digest)
    throw new ApiError('INVALID_DATA', 'idempotency key with another body')
  return found?.id
}
