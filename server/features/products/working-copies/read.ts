import {
  type DraftHead,
  type TypedFields,
  type WorkingCopy,
  findProblems,
  isEmptyDraft,
} from '#contract/products/working-copy.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { serializePack } from '#server/features/prices/packs/serialize.ts'
import { typePublishedFields } from './form-columns.ts'
import { lockOwnProduct } from '#server/db/product-rows.ts'
import { serializePreview } from '../previews/serialize.ts'
import { type WorkingCopyRow, findDrafts, findWorkingCopy } from './queries.ts'

/** Returns what is published of a product, as it would be typed into its form; nothing of a draft. */
const getPublishedFields = (product: WorkingCopyRow['product']): TypedFields =>
  product.state === 'draft' ? {} : typePublishedFields(product)

/** Returns the typed fields that differ from what is published; all of a draft. */
export function findChangedFields(
  product: WorkingCopyRow['product'],
  typed: TypedFields,
): TypedFields {
  if (product.state === 'draft') return typed
  const published = typePublishedFields(product)
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => (value || '') !== (published[name as keyof TypedFields] || ''),
    ),
  )
}

export function serializeWorkingCopy(
  { config }: Pick<Context, 'config'>,
  { product, copy, previews, arePreviewsChanged, files, areFilesChanged, pack }: WorkingCopyRow,
): WorkingCopy {
  const isDraft = product.state === 'draft'
  const changed = findChangedFields(product, copy?.fields ?? {})
  const imageKey = copy?.imageKey ?? product.imageKey
  return {
    id: product.id,
    isDraft,
    fields: { ...getPublishedFields(product), ...changed },
    changes: isDraft
      ? []
      : [
          ...(Object.keys(changed) as (keyof TypedFields)[]),
          ...(areFilesChanged ? ['files' as const] : []),
          ...(copy?.imageKey ? ['image_file' as const] : []),
          ...(arePreviewsChanged ? ['previews' as const] : []),
        ],
    hasBuyers: product.salesCount > 0,
    version: copy?.version ?? 0,
    imageFile: imageKey === '' ? null : buildCoverUrl(config, imageKey),
    previews: previews.map(preview => serializePreview(config, preview)),
    files,
    pack: pack && serializePack(config, pack),
    publishAt: copy?.publishAt?.toISOString() ?? null,
    savedAt: copy?.savedAt.toISOString() ?? null,
  }
}

/** Lists the drafts of a seller, the one that was saved last first. */
export async function listDrafts(context: Context, sellerId: number): Promise<DraftHead[]> {
  const drafts = await findDrafts(context.db, sellerId)
  return drafts.map(row => toDraftHead(serializeWorkingCopy(context, row)))
}

function toDraftHead(copy: WorkingCopy): DraftHead {
  const { id, fields, pack, publishAt, savedAt } = copy
  return {
    id,
    name: String(fields.name ?? ''),
    price: String(fields.price ?? ''),
    isPack: pack !== null,
    isEmpty: isEmptyDraft(copy),
    problems: findProblems(copy),
    publishAt,
    savedAt,
  }
}

/**
 * Returns a product as its seller is writing it.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function getWorkingCopy(
  context: Pick<Context, 'config'>,
  db: Db,
  own: OwnId,
): Promise<WorkingCopy> {
  return serializeWorkingCopy(context, await requireWorkingCopy(db, own))
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product */
export async function requireWorkingCopy(db: Db, { sellerId, id }: OwnId): Promise<WorkingCopyRow> {
  const row = await findWorkingCopy(db, sellerId, id)
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return row
}

/**
 * Locks a product until the transaction ends, and returns its working copy.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function lockWorkingCopy(tx: Transaction, own: OwnId): Promise<WorkingCopyRow> {
  await lockOwnProduct(tx, own.sellerId, own.id)
  return requireWorkingCopy(tx, own)
}
