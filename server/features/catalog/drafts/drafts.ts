import {
  type Draft,
  type DraftFields,
  MAX_DRAFTS,
  MAX_SCHEDULE_MS,
  findDraftProblems,
  isEmptyDraft,
  parseDraftFields,
} from '#contract/catalog/drafts.ts'
import type { OwnProductDetail, ProductForm } from '#contract/catalog/products.ts'
import { issueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type IdempotentRequest, runOnce } from '#server/http/idempotency.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { copyImage } from '#server/integrations/images/copy-image.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { requireValidCategory } from '../categories/categories.ts'
import { renewEdition } from '../files/editions.ts'
import { deleteEditions } from '../files/queries.ts'
import { removeObjectsOnFailure, storeNewObjects } from '../files/stored-objects.ts'
import { buildCoverUrl } from '../image-urls.ts'
import { findPreviews, insertPreview } from '../previews/queries.ts'
import { serializePreview } from '../serialize.ts'
import { removeImagesJob } from '../job-kinds.ts'
import { serializePack } from '../packs/serialize.ts'
import { copyParts, lockParts, renewPack } from '../packs/queries.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { requireOfferEnd, startOffer } from '../offers/offers.ts'
import { toColumns, toFormFields } from '../products/form-columns.ts'
import { findIdByRequest, withdraw } from '../products/publish.ts'
import {
  countPublishedProducts,
  findOwnProductRow,
  insertProduct,
  lockOwnProduct,
  lockSeller,
  lockSellerForShare,
  updateProductRow,
} from '../products/publish-queries.ts'
import { getOwnProduct } from '../products/read.ts'
import {
  type DraftRow,
  countDrafts,
  deleteDraftFields,
  findDraft,
  findDrafts,
  findDueDrafts,
  findEmptyDrafts,
  insertDraftFields,
  mergeDraftFields,
  renewPublicationNumber,
  stopSchedule,
} from './queries.ts'

const serializeDraft = (
  context: Context,
  { id, imageKey, previews, publishAt, fields, version, savedAt, files, pack }: DraftRow,
): Draft => ({
  id,
  fields,
  version,
  imageFile: imageKey === '' ? null : buildCoverUrl(context.config, imageKey),
  previews: previews.map(preview => serializePreview(context.config, preview)),
  files,
  pack: pack && serializePack(context.config, pack),
  publishAt: publishAt?.toISOString() ?? null,
  savedAt: savedAt.toISOString(),
})

/** Lists the drafts of a seller, the one that was saved last first. */
export async function listDrafts(context: Context, sellerId: number): Promise<Draft[]> {
  return (await findDrafts(context.db, sellerId)).map(row => serializeDraft(context, row))
}

/**
 * Returns a draft.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such draft, such as one that was published
 */
export async function getDraft(context: Context, own: OwnId): Promise<Draft> {
  return serializeDraft(context, await requireDraft(context.db, own))
}

/** The name by which the operator and emails call a draft. */
const getName = ({ name }: DraftFields) =>
  typeof name === 'string' ? name.trim().slice(0, LIMITS.productName.max) : ''

/**
 * Creates a draft once per `Idempotency-Key`.
 * @throws ApiError INVALID_DATA if the key was used with another body;
 *   ERROR_TOO_MANY_DRAFTS if the seller has as many as one can have;
 *   ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function createDraft(
  context: Context,
  sellerId: number,
  { fields, isPack = false }: { fields: DraftFields; isPack?: boolean | undefined },
  request?: IdempotentRequest,
): Promise<Draft> {
  const id = await runOnce(
    request,
    request => findIdByRequest(context.db, sellerId, request),
    () =>
      runTransaction(context.db, tx =>
        insertDraft(tx, sellerId, {
          fields,
          isPack,
          requestKey: request?.key,
          requestDigest: request?.digest,
        }),
      ),
  )
  return getDraft(context, { sellerId, id })
}

async function insertDraft(
  tx: Transaction,
  sellerId: number,
  {
    fields,
    ...columns
  }: {
    fields: DraftFields
    isPack: boolean
    imageKey?: string
    requestKey?: string | undefined
    requestDigest?: string | undefined
  },
): Promise<number> {
  if (!(await lockSeller(tx, sellerId)))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${sellerId}`)
  if ((await countDrafts(tx, sellerId)) >= MAX_DRAFTS)
    throw new ApiError('ERROR_TOO_MANY_DRAFTS', `seller ${sellerId}`)
  const id = await insertProduct(tx, {
    imageKey: '',
    ...columns,
    sellerId,
    state: 'draft',
    name: getName(fields),
    description: '',
    price: 0,
    isPriceDynamic: false,
  })
  await insertDraftFields(tx, id, fields)
  return id
}

/**
 * Changes the given fields of a draft. A change after which the draft is incomplete removes the time of its
 * publication.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such draft
 */
export async function saveDraft(context: Context, own: OwnId, fields: DraftFields): Promise<Draft> {
  return runTransaction(context.db, async tx => {
    await lockDraft(tx, own)
    await mergeDraftFields(tx, own.id, fields)
    const draft = serializeDraft(context, await requireDraft(tx, own))
    const isStopped = draft.publishAt !== null && findDraftProblems(draft).length > 0
    await updateProductRow(tx, own.id, {
      name: getName(draft.fields),
      ...(isStopped && { publishAt: null }),
    })
    return isStopped ? { ...draft, publishAt: null } : draft
  })
}

/**
 * Sets the cover of a draft.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such draft; ERROR_UPLOADING_PRODUCT_IMAGE and the like
 * if the file is no valid image
 */
export async function setDraftCover(
  context: Context,
  own: OwnId,
  image: ReceivedFile | undefined,
): Promise<Draft> {
  if (!image) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no image')
  await getDraft(context, own)
  const stored = await storeNewObjects(context, own.sellerId, { image_file: image })
  return removeObjectsOnFailure(context, stored, async tx => {
    const { imageKey } = await lockDraft(tx, own)
    if (imageKey !== '') await enqueue(tx, removeImagesJob, { imageKey })
    await updateProductRow(tx, own.id, { imageKey: stored.imageKey! })
    await mergeDraftFields(tx, own.id, {})
    return serializeDraft(context, await requireDraft(tx, own))
  })
}

/**
 * Sets when a draft is published by itself, or that it is not.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such draft; ERROR_MISSING_PRODUCT_DATA if it is
 * incomplete; INVALID_DATA if the time is past or more than a year away
 */
export async function scheduleDraft(
  context: Context,
  own: OwnId,
  publishAt: Date | null,
): Promise<Draft> {
  if (publishAt) requireFuture(publishAt)
  return runTransaction(context.db, async tx => {
    await lockDraft(tx, own)
    if (publishAt) {
      const { offerPrice, offerUntil = '' } = parseDraft(
        serializeDraft(context, await requireDraft(tx, own)),
      )
      if (offerPrice) requireOfferEnd(offerUntil, publishAt, publishAt)
    }
    await updateProductRow(tx, own.id, { publishAt })
    return serializeDraft(context, await requireDraft(tx, own))
  })
}

function requireFuture(publishAt: Date): void {
  const delayMs = publishAt.getTime() - Date.now()
  if (delayMs > 0 && delayMs <= MAX_SCHEDULE_MS) return
  throw ApiError.fromIssues([
    {
      code: 'custom',
      path: ['publishAt'],
      message: issueKey('issue_publish_at'),
      input: publishAt,
    },
  ])
}

/**
 * Publishes a draft, once per `Idempotency-Key`. It goes on sale once all its files are scanned.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such draft, such as after a first click;
 *   ERROR_MISSING_PRODUCT_DATA if it is incomplete;
 *   ERROR_CATEGORY_NOT_FOUND or ERROR_SUBCATEGORY_NOT_FOUND if the category is gone;
 *   ERROR_DIRECTORY_SIZE_EXCEEDED if the account has published as many products as it can;
 *   ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function publishDraft(
  context: Context,
  own: OwnId,
  { locale, request }: { locale: Locale; request?: IdempotentRequest | undefined },
): Promise<OwnProductDetail> {
  const id = await runOnce(
    request,
    request => findIdByRequest(context.db, own.sellerId, request),
    () => runTransaction(context.db, tx => publish(context, tx, own, request)),
  )
  return getOwnProduct(context, own.sellerId, id, locale)
}

async function publish(
  context: Context,
  tx: Transaction,
  own: OwnId,
  request?: IdempotentRequest,
): Promise<number> {
  if (!(await lockSellerForShare(tx, own.sellerId)))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${own.sellerId}`)
  await lockParts(tx, own.id)
  await lockDraft(tx, own)
  const draft = await requireDraft(tx, own)
  const form = parseDraft(serializeDraft(context, draft))
  await requireValidCategory(tx, form)
  if ((await countPublishedProducts(tx, own.sellerId)) >= LIMITS.productsPerSeller)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', 'products')
  await deleteDraftFields(tx, own.id)
  await renewPublicationNumber(tx, own.id)
  await updateProductRow(tx, own.id, {
    ...toColumns(form),
    ...startOffer(form),
    state: 'on_sale',
    publishAt: null,
    createdAt: new Date(),
    requestKey: request?.key ?? null,
    requestDigest: request?.digest ?? null,
    editionId: null,
  })
  if (draft.pack) await renewPack(tx, own.id)
  else {
    // What was uploaded one by one goes on sale as the first edition, once all of it is scanned.
    await deleteEditions(tx, own.id)
    await renewEdition(context, tx, { id: own.id, sellerId: own.sellerId, editionId: null })
  }
  return own.id
}

/** How long a draft with nothing in it is kept, since its form may still be open or bring a large file. */
const EMPTY_DRAFT_MS = 7 * DAY_MS

/** Deletes the drafts that nobody has put anything in for a week. */
export async function deleteEmptyDrafts(context: Context, now = new Date()): Promise<void> {
  const savedBefore = new Date(now.getTime() - EMPTY_DRAFT_MS)
  for (const { id, sellerId } of await findEmptyDrafts(context.db, savedBefore, DUE_LIMIT))
    await runTransaction(context.db, async tx => {
      await lockOwnProduct(tx, sellerId, id)
      // What was typed or uploaded since it was found is not deleted.
      const draft = await findDraft(tx, sellerId, id)
      if (!draft || draft.savedAt >= savedBefore || !isEmptyDraft(serializeDraft(context, draft)))
        return
      await withdraw(context, tx, sellerId, id)
    })
}

/** How many drafts are published, or deleted, in one run. The others follow in the next one. */
const DUE_LIMIT = 100

/**
 * Publishes the drafts whose time has come. One that cannot be published, such as one with a file that was refused
 * meanwhile, stays a draft without a time.
 * @throws AggregateError if others failed, such as without a database; they are tried again in the next run
 */
export async function publishDueDrafts(context: Context, now = new Date()): Promise<void> {
  const failures: unknown[] = []
  for (const { id, sellerId } of await findDueDrafts(context.db, now, DUE_LIMIT))
    try {
      await runTransaction(context.db, tx => publish(context, tx, { sellerId, id }))
    } catch (error) {
      if (error instanceof ApiError) await stopSchedule(context.db, id, now)
      else failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'drafts that could not be published')
}

/**
 * Saves a copy of a product as a draft, with its texts, price, cover and previews, and without its files. The copy of a
 * pack has the same parts.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; otherwise as `createDraft`
 */
export async function duplicateProduct(
  context: Context,
  { sellerId, id: productId }: OwnId,
): Promise<Draft> {
  const product = await findOwnProductRow(context.db, sellerId, productId)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  const { isPack } = product
  const { previewKeys, ...cover } = await copyPictures(context, productId, product.imageKey)
  const id = await removeObjectsOnFailure(context, { previewKeys, ...cover }, async tx => {
    const id = await insertDraft(tx, sellerId, {
      // An offer is not copied, and its product costs the list price again.
      fields: toFormFields({
        ...product,
        price: product.listPrice ?? product.price,
        offerPrice: 0,
        offerUntil: '',
      }),
      isPack,
      ...cover,
    })
    for (const key of previewKeys) await insertPreview(tx, id, key)
    if (isPack) await copyParts(tx, productId, id)
    return id
  })
  return getDraft(context, { sellerId, id })
}

/** Copies the cover and the previews of a product. If one cannot be copied, none is left. */
async function copyPictures({ db, storage }: Context, productId: number, coverKey: string) {
  const previews = await findPreviews(db, productId)
  const keys = [coverKey, ...previews.map(({ imageKey }) => imageKey)]
  const copies = await Promise.allSettled(keys.map(key => copyImage(storage, key)))
  const failure = copies.find(copy => copy.status === 'rejected')
  const [imageKey, ...previewKeys] = copies.map(copy =>
    copy.status === 'fulfilled' ? copy.value : undefined,
  )
  const stored = {
    ...(imageKey !== undefined && { imageKey }),
    previewKeys: previewKeys.filter(key => key !== undefined),
  }
  if (!failure) return stored
  for (const key of [imageKey, ...previewKeys]) if (key) await storage.removeImages(key)
  throw failure.reason
}

/** Locks a draft until the transaction ends. */
async function lockDraft(tx: Transaction, { sellerId, id }: OwnId) {
  const product = await lockOwnProduct(tx, sellerId, id)
  if (product?.state !== 'draft') throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `draft ${id}`)
  return product
}

async function requireDraft(db: Db, { sellerId, id }: OwnId): Promise<DraftRow> {
  const row = await findDraft(db, sellerId, id)
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `draft ${id}`)
  return row
}

/**
 * Parses the fields of a draft that has all that a product needs.
 * @throws ApiError ERROR_MISSING_PRODUCT_DATA otherwise
 */
function parseDraft(draft: Draft): ProductForm {
  const parsed = parseDraftFields(draft.fields)
  if (!parsed.success) throw ApiError.fromIssues(parsed.error.issues, 'ERROR_MISSING_PRODUCT_DATA')
  const problems = findDraftProblems(draft)
  if (problems.length > 0) throw new ApiError('ERROR_MISSING_PRODUCT_DATA', problems.join(', '))
  return parsed.data
}
