import {
  MAX_SCHEDULE_MS,
  type TypedFields,
  type WorkingCopy,
  findProblems,
  parseTypedFields,
} from '#contract/products/working-copy.ts'
import type { OwnProductDetail, ProductForm } from '#contract/products/products.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { issueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Locale } from '#messages/runtime'
import type { Transaction } from '#server/db/client.ts'
import { lockOpenUser } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { requireValidCategory } from '../categories/categories.ts'
import { publishFiles } from '#server/features/files/product-files/publish-files.ts'
import {
  changeOffer,
  concernsOffer,
  requireOfferEnd,
  startOffer,
} from '#server/features/prices/offers/offers.ts'
import { renewPack } from '#server/db/listing.ts'
import { countParts, lockParts } from '#server/features/prices/packs/queries.ts'
import { requirePackPrice } from '#server/features/prices/packs/packs.ts'
import { publishPreviews } from '../previews/queries.ts'
import { NO_CHANGES, removeImages } from '../working-copies/discard.ts'
import {
  type WorkingCopyRow,
  findDueWorkingCopies,
  renewPublicationNumber,
  setPublishAt,
  stopSchedule,
} from '../working-copies/queries.ts'
import {
  findChangedFields,
  getWorkingCopy,
  lockWorkingCopy,
  requireWorkingCopy,
  serializeWorkingCopy,
} from '../working-copies/read.ts'
import { toColumns, typePublishedFields } from '../working-copies/form-columns.ts'
import {
  countPublishedProducts,
  updateProductRow,
  updateWorkingCopy,
} from '#server/db/product-rows.ts'
import { getOwnProduct } from '#server/features/products/own-products.ts'

/**
 * Publishes a draft, or the changes of a product. A draft goes on sale once all its files are scanned.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; otherwise as `publish`
 */
export async function publishProduct(
  context: Context,
  own: OwnId,
  locale: Locale,
): Promise<OwnProductDetail> {
  await runTransaction(context.db, tx => publish(context, tx, own))
  return getOwnProduct(context, own.sellerId, own.id, locale)
}

/** What a publication has done: put a draft on sale, or changed what is on sale. */
type Publication = 'published' | 'changes_published'

/**
 * Puts a draft on sale, or changes what is on sale. Nothing of a product without changes is published, so that a
 * repetition publishes nothing twice. The seller is locked before the parts of a pack, and those before the product.
 * @returns undefined if nothing was published
 * @throws ApiError ERROR_MISSING_PRODUCT_DATA if something is missing or invalid;
 *   ERROR_CATEGORY_NOT_FOUND or ERROR_SUBCATEGORY_NOT_FOUND if the category is gone;
 *   ERROR_DIRECTORY_SIZE_EXCEEDED if the account has published as many products as it can, or a file that is shown
 *   again has no room in the quota;
 *   ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function publish(
  context: Context,
  tx: Transaction,
  own: OwnId,
): Promise<Publication | undefined> {
  // This lock waits until a simultaneous closing or suspension of the account is committed, after which nothing is
  // published.
  if (!(await lockOpenUser(tx, own.sellerId, 'share')))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${own.sellerId}`)
  await lockParts(tx, own.id)
  const row = await lockWorkingCopy(tx, own)
  const { product, copy } = row
  const written = serializeWorkingCopy(context, row)
  if (!written.isDraft && written.changes.length === 0) {
    // The last difference can have gone without a save, such as when a preview was removed again.
    await setPublishAt(tx, own.id, null)
    return undefined
  }
  const form = requireComplete(written)
  if (written.isDraft) await putOnSale(context, tx, row, form)
  else {
    const fields = findChangedFields(product, copy?.fields ?? {})
    await changeOnSale(tx, product, { fields, imageKey: copy?.imageKey })
    if (row.areFilesChanged) await publishFiles(context, tx, product)
  }
  await removeImages(tx, await publishPreviews(tx, own.id))
  await updateWorkingCopy(tx, own.id, NO_CHANGES)
  return written.isDraft ? 'published' : 'changes_published'
}

async function putOnSale(
  context: Context,
  tx: Transaction,
  { product, copy }: WorkingCopyRow,
  form: ProductForm,
): Promise<void> {
  await requireValidCategory(tx, form)
  if ((await countPublishedProducts(tx, product.sellerId)) >= LIMITS.productsPerSeller)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', 'products')
  const prices = startOffer(form)
  if (product.isPack)
    requirePackPrice(prices.price, await countParts(tx, product.id), 'ERROR_MISSING_PRODUCT_DATA')
  await renewPublicationNumber(tx, product.id)
  await updateProductRow(tx, product.id, {
    ...toColumns(form),
    ...prices,
    imageKey: copy!.imageKey!,
    state: 'on_sale',
    createdAt: new Date(),
  })
  if (product.isPack) await renewPack(tx, product.id)
  else await publishFiles(context, tx, product)
}

/**
 * Changes the given fields and the cover of a published product.
 * @param product its row, which the transaction has locked
 * @throws ApiError INVALID_DATA if the product would be invalid after the change; otherwise as `publish`
 */
export async function changeOnSale(
  tx: Transaction,
  product: WorkingCopyRow['product'],
  { fields, imageKey }: { fields: TypedFields; imageKey?: string | null | undefined },
): Promise<void> {
  // A lowest price that is raised ends a lower suggestion, which therefore keeps nothing from being changed.
  const { suggestedPrice: _, ...shown } = typePublishedFields(product)
  const form = requireValid({ ...shown, ...fields })
  const changes: Partial<ProductForm> = Object.fromEntries(
    Object.entries(form).filter(([name]) => name in fields),
  )
  if (changes.categoryId ?? changes.subcategoryId) await requireValidCategory(tx, form)
  await removeImages(tx, [imageKey && product.imageKey])
  const prices = concernsOffer(changes) ? await changeOffer(tx, product, changes) : undefined
  if (product.isPack && prices) requirePackPrice(prices.price, await countParts(tx, product.id))
  await updateProductRow(tx, product.id, {
    ...toColumns(changes),
    ...prices,
    ...(imageKey && { imageKey }),
  })
}

/** @throws ApiError with the given code if typed fields are not those of a product */
function requireValid(fields: TypedFields, code?: ErrorCode): ProductForm {
  const parsed = parseTypedFields(fields)
  if (!parsed.success) throw ApiError.fromIssues(parsed.error.issues, code)
  return parsed.data
}

/** @throws ApiError ERROR_MISSING_PRODUCT_DATA if something is missing or invalid */
function requireComplete(copy: WorkingCopy): ProductForm {
  const form = requireValid(copy.fields, 'ERROR_MISSING_PRODUCT_DATA')
  const problems = findProblems(copy)
  if (problems.length > 0) throw new ApiError('ERROR_MISSING_PRODUCT_DATA', problems.join(', '))
  return form
}

/**
 * Sets when a draft or the changes of a product are published by themselves.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; ERROR_MISSING_PRODUCT_DATA if something
 * is missing, or nothing was changed; INVALID_DATA if the time is past or more than a year away
 */
export async function schedulePublication(
  context: Context,
  own: OwnId,
  publishAt: Date,
): Promise<WorkingCopy> {
  requireFuture(publishAt)
  return runTransaction(context.db, async tx => {
    const { product, ...row } = await lockWorkingCopy(tx, own)
    const copy = serializeWorkingCopy(context, { product, ...row })
    const { offerPrice, offerUntil = '' } = requireComplete(copy)
    if (!copy.isDraft && copy.changes.length === 0)
      throw new ApiError('ERROR_MISSING_PRODUCT_DATA', 'no changes')
    if (offerPrice) requireOfferEnd(offerUntil, product.offerSince ?? publishAt, publishAt)
    await setPublishAt(tx, own.id, publishAt)
    return getWorkingCopy(context, tx, own)
  })
}

/**
 * Lets a draft or the changes of a product wait until the seller publishes them.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function cancelSchedule(context: Context, own: OwnId): Promise<WorkingCopy> {
  return runTransaction(context.db, async tx => {
    await lockWorkingCopy(tx, own)
    await setPublishAt(tx, own.id, null)
    return getWorkingCopy(context, tx, own)
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

/** How many working copies are published in one run. The others follow in the next one. */
const DUE_LIMIT = 100

/**
 * Publishes the drafts and changes whose time has come. What cannot be published, such as a draft with a file that was
 * refused meanwhile, waits for its seller without a time.
 * @throws AggregateError if others failed, such as without a database; they are tried again in the next run
 */
export async function publishDue(context: Context, now = new Date()): Promise<void> {
  const failures: unknown[] = []
  for (const own of await findDueWorkingCopies(context.db, now, DUE_LIMIT))
    try {
      await runTransaction(context.db, async tx => {
        const outcome = await publish(context, tx, own)
        if (outcome) await tell(context, tx, own, { outcome, now })
      })
    } catch (error) {
      if (error instanceof ApiError) await giveUp(context, own, now)
      else failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'products that were not published')
}

/** Takes the time of a working copy that cannot be published back, unless its seller has set another one. */
async function giveUp(context: Context, own: OwnId, now: Date): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (await stopSchedule(tx, own.id, now))
      await tell(context, tx, own, { outcome: 'not_published', now })
  })
}

/** Tells a seller what became of what was planned. */
async function tell(
  { notify }: Context,
  tx: Transaction,
  { sellerId, id: productId }: OwnId,
  { outcome, now }: { outcome: Publication | 'not_published'; now: Date },
): Promise<void> {
  const { product } = await requireWorkingCopy(tx, { sellerId, id: productId })
  await notify(tx, sellerId, {
    kind: 'planned',
    dedupeKey: `planned:${productId}:${now.toISOString()}`,
    data: { outcome, productId, productName: product.name },
  })
}
