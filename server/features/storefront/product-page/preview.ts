import type { ProductForm } from '#contract/products/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { sum, sumOrNull } from '#contract/core/sum.ts'
import {
  PRODUCT_FIELDS,
  type ProductProblem,
  type TypedFields,
  findProblems,
  parseTypedField,
} from '#contract/products/working-copy.ts'
import type { ProductPreview } from '#contract/storefront/product-page.ts'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { buildOwnSampleUrl } from '#server/features/files/samples/serialize.ts'
import {
  NO_OFFER,
  type OfferColumns,
  changeOffer,
  concernsOffer,
  startOffer,
} from '#server/features/prices/offers/offers.ts'
import { toColumns } from '#server/features/products/working-copies/form-columns.ts'
import type { WorkingCopyRow } from '#server/features/products/working-copies/queries.ts'
import {
  findChangedFields,
  requireWorkingCopy,
  serializeWorkingCopy,
} from '#server/features/products/working-copies/read.ts'
import type { FilesRow } from '#server/features/products/queries.ts'
import type { ListedFileRow, ProductDetailRow } from '../queries.ts'
import { type PreviewColumns, findPreviewColumns } from './preview-queries.ts'
import { serializeProductDetail } from './read.ts'

/**
 * Returns a product as its page would show it if its seller published it now: the working copy laid over the row of the
 * product. What cannot be published, such as a price that is no number, is left out.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function getProductPreview(
  context: Pick<Context, 'db' | 'config'>,
  own: OwnId,
  locale: Locale,
): Promise<ProductPreview> {
  const { db } = context
  const copy = await requireWorkingCopy(db, own)
  const { product, pack, previews } = copy
  const written = serializeWorkingCopy(context, copy)
  const problems = findProblems(written)
  const values = readTypedValues(written.fields)
  const category = {
    categoryId: values.categoryId ?? 0,
    subcategoryId: values.subcategoryId ?? 0,
  }
  const { arrangedFiles, fileDates, ...columns } = await findPreviewColumns(
    db,
    own.id,
    locale,
    category,
  )
  const fileList = arrangedFiles.map(({ file }) => file)
  const row: ProductDetailRow = {
    ...product,
    name: '',
    description: '',
    isPriceDynamic: false,
    ...toColumns(values),
    ...(await findOfferColumns(db, copy, values, problems)),
    ...columns,
    ...category,
    ...(written.isDraft && {
      state: 'on_sale' as const,
      listed: pack === null || pack.every(({ isForSale }) => isForSale),
    }),
    pack,
    previews,
    deleted: false,
    fileList,
    files: summarizeFiles(fileList),
    fileDates: findFileDates(arrangedFiles, fileDates),
  }
  const detail = serializeProductDetail(context, row)
  return {
    ...detail,
    imageFile: written.imageFile ?? '',
    fileList: detail.fileList.map((file, index) => {
      const fileId = row.fileList[index]?.sample?.fileId
      // The samples of the parts of a pack are public already.
      if (pack !== null || !file.sample || fileId === undefined) return file
      return { ...file, sample: { ...file.sample, url: buildOwnSampleUrl(own.id, fileId) } }
    }),
    isDraft: written.isDraft,
    isPublished: !written.isDraft && written.changes.length === 0,
    problems,
  }
}

/** The texts that are shown although they are too short or too long to be published, with their longest length. */
const SHOWN_AS_TYPED: Partial<Record<keyof ProductForm, number>> = {
  name: LIMITS.productName.max,
  description: LIMITS.description.max,
  points: LIMITS.points.count * (LIMITS.points.max + 1),
  about: LIMITS.about.max,
}

/** Reads each typed field by itself, so that an invalid one leaves the others as they are. */
function readTypedValues(fields: TypedFields): Partial<ProductForm> {
  return Object.fromEntries(
    PRODUCT_FIELDS.flatMap(name => {
      const value = parseTypedField(name, fields[name])
      if (value !== undefined) return [[name, value]]
      const text = fields[name]
      const maxLength = SHOWN_AS_TYPED[name]
      return typeof text === 'string' && maxLength !== undefined
        ? [[name, text.trim().slice(0, maxLength)]]
        : []
    }),
  )
}

/** Returns the price that buyers will see. An offer that could not be published is left out. */
async function findOfferColumns(
  db: Db,
  { product, copy }: WorkingCopyRow,
  values: Partial<ProductForm>,
  problems: readonly ProductProblem[],
): Promise<OfferColumns> {
  const price = values.price ?? 0
  if (problems.includes('offerPrice') || problems.includes('offerUntil'))
    return { price, ...NO_OFFER }
  const changed = findChangedFields(product, copy?.fields ?? {})
  const changes: Partial<ProductForm> = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in changed),
  )
  try {
    if (product.state === 'draft') return startOffer({ ...values, price })
    return concernsOffer(changes) ? await changeOffer(db, product, changes) : product
  } catch (error) {
    if (error instanceof ApiError) return { price, ...NO_OFFER }
    throw error
  }
}

/** Describes files as `filesOnSale` does. */
const summarizeFiles = (files: readonly ListedFileRow[]): FilesRow => ({
  count: files.length,
  types: [...new Set(files.map(({ type }) => type))].sort(),
  sizeBytes: sum(files.map(({ sizeBytes }) => sizeBytes)),
  pages: files.length > 0 ? sumOrNull(files.map(({ pages }) => pages)) : null,
})

/** New files go on sale now; a product that never was has no earlier ones. */
function findFileDates(
  files: PreviewColumns['arrangedFiles'],
  { first, newest }: PreviewColumns['fileDates'],
): ProductDetailRow['fileDates'] {
  const now = new Date().toISOString()
  const isRenewed = files.some(({ isNew }) => isNew)
  return { first: first ?? now, newest: isRenewed ? now : (newest ?? now) }
}
