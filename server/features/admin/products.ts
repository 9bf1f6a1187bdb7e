import type { AdminProduct, AdminReport } from '#contract/admin/products.ts'
import type { ReportForm } from '#contract/admin/reports.ts'
import { buildCoverUrl, hasPublicPage } from '#server/features/catalog/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { logAdminAction } from './audit.ts'
import { type ResultPage, readPage } from './result-page.ts'
import {
  type AdminProductRow,
  closeReportRow,
  findProductRow,
  findProducts,
  findReports,
  insertReport,
  lockProduct,
  setTakenDown,
} from './product-queries.ts'

interface ProductRequest {
  adminId: number
  productId: number
  reason?: string | undefined
}

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
  { adminId, productId, reason }: ProductRequest & { reason: string },
): Promise<AdminProduct> {
  await runTransaction(context.db, async tx => {
    const product = await lockProduct(tx, productId)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    const at = product.takenDownAt ?? new Date()
    await setTakenDown(tx, productId, { at, reason })
    await logAdminAction(tx, {
      adminId,
      action: 'take_down_product',
      targetId: String(productId),
      reason,
    })
    await context.notify(tx, product.sellerId, {
      kind: 'product_taken_down',
      dedupeKey: `product_taken_down:${productId}:${at.toISOString()}:${reason}`,
      data: { productId, productName: product.name, reason },
    })
    await context.onSalesClosed(tx, product.sellerId)
  })
  return getProduct(context, productId)
}

/**
 * Puts a taken-down product back on sale; does nothing if the product is already on sale.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product has this id or its seller deleted it
 */
export async function restoreProduct(
  context: Context,
  { adminId, productId, reason }: ProductRequest,
): Promise<AdminProduct> {
  await runTransaction(context.db, async tx => {
    const product = await lockProduct(tx, productId)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    if (!product.takenDownAt) return
    await setTakenDown(tx, productId, null)
    await logAdminAction(tx, {
      adminId,
      action: 'restore_product',
      targetId: String(productId),
      reason,
    })
    await context.notify(tx, product.sellerId, {
      kind: 'product_restored',
      dedupeKey: `product_restored:${productId}:${product.takenDownAt.toISOString()}`,
      data: { productId, productName: product.name },
    })
  })
  return getProduct(context, productId)
}

async function getProduct(context: Context, id: number): Promise<AdminProduct> {
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

/** Closes a product report and logs it. @throws ApiError UNKNOWN_ERROR if no open report has this id */
export async function closeReport(
  { db }: Context,
  {
    adminId,
    reportId,
    outcome,
    reason,
  }: {
    adminId: number
    reportId: number
    outcome: 'dismissed' | 'acted'
    reason?: string | undefined
  },
): Promise<void> {
  await runTransaction(db, async tx => {
    if (!(await closeReportRow(tx, reportId, outcome)))
      throw new ApiError('UNKNOWN_ERROR', `report ${reportId}`)
    await logAdminAction(tx, {
      adminId,
      action: 'close_report',
      targetId: String(reportId),
      reason,
    })
  })
}
