import type { AdminProduct, AdminReport } from '#contract/admin/products.ts'
import type { ReportForm } from '#contract/admin/reports.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { hasPublicPage } from '#server/features/storefront/service.ts'
import { updateProductRow } from '#server/db/product-rows.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Transaction } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { NOTHING_CHANGED } from './admin-action.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'
import {
  type AdminProductRow,
  closeReportRow,
  findProductRow,
  findProducts,
  findReports,
  insertReport,
  lockProduct,
} from './product-queries.ts'

export async function listProducts(
  context: Context,
  filter: {
    q?: string | undefined
    state?: 'live' | 'taken_down' | 'deleted' | undefined
    cursor?: number | undefined
  },
): Promise<ResultPage<'products', AdminProduct>> {
  const { rows, nextCursor } = await readPage(limit =>
    findProducts(context.db, { ...filter, limit }),
  )
  return { products: rows.map(row => serialize(context, row)), nextCursor }
}

function serialize({ config }: Context, row: AdminProductRow): AdminProduct {
  const { imageKey, takenDownAt, takenDownReason, createdAt, ...product } = row
  return {
    ...product,
    currency: config.currency,
    imageFile: buildCoverUrl(config, imageKey),
    takenDown:
      takenDownAt === null
        ? null
        : { at: takenDownAt.toISOString(), reason: takenDownReason ?? '' },
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Takes a product down: the public no longer sees it, its open payment pages expire and its seller is notified of the
 * reason. Taking the product down again replaces the reason.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product has this id or its seller deleted it
 */
export async function takeDownProduct(
  context: Context,
  tx: Transaction,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const product = await requireProduct(tx, id)
  const at = product.takenDownAt ?? new Date()
  await updateProductRow(tx, id, { takenDownAt: at, takenDownReason: reason })
  await context.notify(tx, product.sellerId, {
    kind: 'product_taken_down',
    dedupeKey: `product_taken_down:${id}:${at.toISOString()}:${reason}`,
    data: { productId: id, productName: product.name, reason },
  })
  await context.onSalesClosed(tx, product.sellerId)
}

/**
 * Puts a taken-down product back on sale; changes nothing if the product is already on sale.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product has this id or its seller deleted it
 */
export async function restoreProduct(
  context: Context,
  tx: Transaction,
  { id }: { id: number },
): Promise<void | typeof NOTHING_CHANGED> {
  const product = await requireProduct(tx, id)
  if (!product.takenDownAt) return NOTHING_CHANGED
  await updateProductRow(tx, id, { takenDownAt: null, takenDownReason: null })
  await context.notify(tx, product.sellerId, {
    kind: 'product_restored',
    dedupeKey: `product_restored:${id}:${product.takenDownAt.toISOString()}`,
    data: { productId: id, productName: product.name },
  })
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product has this id or its seller deleted it */
async function requireProduct(tx: Transaction, id: number) {
  const product = await lockProduct(tx, id)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return product
}

/**
 * Returns a product as admins see it.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product has this id
 */
export async function getProduct(context: Context, id: number): Promise<AdminProduct> {
  const row = await findProductRow(context.db, id)
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return serialize(context, row)
}

/**
 * Stores a visitor's report of a product.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product is not listed publicly
 */
export async function reportProduct(
  { db }: Context,
  productId: number,
  { reason, detail, email }: ReportForm,
): Promise<void> {
  if (!(await hasPublicPage(db, productId)))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  await insertReport(db, { productId, reason, detail: detail || null, email: email || null })
}

export async function listReports(
  { db }: Context,
  filter: { state?: 'open' | 'closed' | undefined; cursor?: number | undefined },
): Promise<ResultPage<'reports', AdminReport>> {
  const { rows, nextCursor } = await readPage(limit => findReports(db, { ...filter, limit }))
  return {
    reports: rows.map(({ report, ...row }) => ({
      ...row,
      at: report.createdAt.toISOString(),
      productId: report.productId,
      reason: report.reason,
      detail: report.detail,
      email: report.email,
      closed:
        report.closedAt && report.outcome
          ? { at: report.closedAt.toISOString(), outcome: report.outcome }
          : null,
    })),
    nextCursor,
  }
}

/** Closes a product report. @throws ApiError UNKNOWN_ERROR if no open report has this id */
export async function closeReport(
  tx: Transaction,
  { id, outcome }: { id: number; outcome: 'dismissed' | 'acted' },
): Promise<void> {
  if (!(await closeReportRow(tx, id, outcome))) throw new ApiError('UNKNOWN_ERROR', `report ${id}`)
}
