import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as access from '#contract/sales/access.ts'
import * as lines from '#contract/sales/lines.ts'
import * as order from '#contract/sales/order.ts'
import { getQrSheetPdf } from '#contract/sales/qr-sheet.ts'
import * as sources from '#contract/sales/sources.ts'
import * as statements from '#contract/sales/statements.ts'
import * as vouchers from '#contract/sales/vouchers.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import type { Locale } from '#messages/runtime'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { digestRequest } from '#server/http/idempotency.ts'
import { readIdempotencyKey } from '#server/http/request-headers.ts'
import { findUsername } from '#server/db/username.ts'
import { getTaxData } from '#server/features/receipts/receipt.ts'
import { isLargeRefund } from '#server/features/payments/refunds/large-refund.ts'
import type { Context } from '#server/context.ts'
import { renderDisputePdf } from './dispute/dispute-pdf.ts'
import { collectEvidence } from './dispute/evidence.ts'
import { exportSales } from './export/export.ts'
import { listSales } from './line-items.ts'
import {
  changeSaleEmail,
  closeSaleAccess,
  getSellerOrder,
  openSaleAccess,
  refundSale,
  resendSaleDelivery,
} from './order.ts'
import { buildQrSheet } from './qr-sheet/qr-sheet.ts'
import { renderQrSheetPdf } from './qr-sheet/qr-sheet-pdf.ts'
import { summarizeSources } from './sources/sources.ts'
import { exportSources } from './sources/sources-csv.ts'
import { exportStatement } from './statements/statement-csv.ts'
import { renderStatementPdf } from './statements/statement-pdf.ts'
import { getStatement, listStatements } from './statements/statement.ts'
import { summarizeSalesByProduct, summarizeSales } from './summary.ts'
import { listOpenVouchers } from './vouchers/vouchers.ts'

/** The time in milliseconds for which an export counts as running, if its client reads it more slowly. */
const EXPORT_WAIT_MS = 30_000

/**
 * Waits until a file is sent, but not long for a client that reads it slowly, so that it does not keep others waiting.
 */
async function waitForDownload(reply: FastifyReply): Promise<void> {
  await Promise.race([
    finished(reply.raw).catch(() => undefined),
    pause(EXPORT_WAIT_MS, undefined, { ref: false }),
  ])
}

export function registerSalesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, lines.listSales, ({ user, query }) => listSales(context, user.id, query))
  mountEndpoint(app, lines.getSalesSummary, ({ user, query }) =>
    summarizeSales(context, user.id, query),
  )
  mountEndpoint(app, lines.getSalesByProduct, ({ user, query }) =>
    summarizeSalesByProduct(context, user.id, query),
  )
  mountEndpoint(app, lines.exportSales, ({ user, query, locale, request, reply }) =>
    request.server.renderLimits.answerCall(request, async () => {
      const today = toLocalDay(new Date())
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="ventas-${today}.csv"`,
        })
        .send(exportSales(context, user.id, query, locale))
      await waitForDownload(reply)
      return RESPONSE_SENT
    }),
  )

  mountEndpoint(app, sources.getSalesBySource, ({ user, query }) =>
    summarizeSources(context, user.id, query),
  )
  mountEndpoint(app, sources.exportSalesBySource, ({ user, query, locale, request, reply }) =>
    request.server.renderLimits.answerCall(request, async () => {
      const csv = await exportSources(context, user.id, query, locale)
      const name = locale === 'es' ? 'origenes' : 'sources'
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}-${toLocalDay(new Date())}.csv"`,
        })
        .send(csv)
      await waitForDownload(reply)
      return RESPONSE_SENT
    }),
  )

  mountEndpoint(app, statements.listStatements, ({ user, query }) =>
    listStatements(context, user.id, query.before),
  )
  mountEndpoint(app, statements.getStatement, ({ user, params }) =>
    getStatement(context, user.id, params.month),
  )
  mountEndpoint(app, statements.exportStatement, ({ user, params, locale, request, reply }) =>
    request.server.renderLimits.answerCall(request, async () => {
      const csv = await exportStatement(context, { sellerId: user.id, ...params }, locale)
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${nameStatementFile(params.month, locale)}.csv"`,
        })
        .send(csv)
      await waitForDownload(reply)
      return RESPONSE_SENT
    }),
  )
  mountEndpoint(
    app,
    statements.getStatementPdf,
    async ({ user, params, locale, request, reply }) => {
      const pdf = await request.server.renderLimits.answerCall(request, async () => {
        const statement = await getStatement(context, user.id, params.month)
        const { taxData } = await getTaxData(context, user.id)
        const username = await findUsername(context.db, user.id)
        return renderStatementPdf(
          statement,
          { taxData, username },
          locale,
          context.config.brandName,
        )
      })
      return sendPdf(reply, `${nameStatementFile(params.month, locale)}.pdf`, pdf)
    },
  )

  mountEndpoint(app, vouchers.listOpenVouchers, ({ user }) => listOpenVouchers(context, user.id))

  mountEndpoint(app, order.getSale, ({ user, params }) =>
    getSellerOrder(context, user.id, params.orderId),
  )
  mountEndpoint(app, order.getDisputePdf, async ({ user, params, locale, request, reply }) => {
    const { evidence, pdf } = await request.server.renderLimits.answerCall(request, async () => {
      const evidence = await collectEvidence(context, user.id, params.orderId)
      return { evidence, pdf: await renderDisputePdf(evidence, locale, context.config) }
    })
    const name = `${locale === 'es' ? 'disputa' : 'dispute'}-${evidence.order.number}.pdf`
    return sendPdf(reply, name, pdf)
  })
  mountEndpoint(app, getQrSheetPdf, async ({ user, params, query, locale, request, reply }) => {
    const { sheet, pdf } = await request.server.renderLimits.answerCall(request, async () => {
      const sheet = await buildQrSheet(context, user.id, {
        id: params.id,
        locale,
        proposedPrice: query.price,
        couponCode: query.coupon,
      })
      return { sheet, pdf: await renderQrSheetPdf(sheet, locale, context.config.brandName) }
    })
    return sendPdf(reply, `qr-${sheet.id}.pdf`, pdf)
  })
  mountEndpoint(app, order.resendSale, ({ user, params }) =>
    resendSaleDelivery(context, user.id, params.orderId),
  )
  mountEndpoint(app, access.closeSaleAccess, ({ user, params, body }) =>
    closeSaleAccess(context, user.id, { ...params, ...body }),
  )
  mountEndpoint(app, access.openSaleAccess, ({ user, params }) =>
    openSaleAccess(context, user.id, params.orderId),
  )
  mountEndpoint(app, order.changeSaleEmail, ({ user, params, body }) =>
    changeSaleEmail(context, user.id, { ...params, ...body }),
  )
  mountEndpoint(
    app,
    order.refundSale,
    ({ user, params, body, request }) =>
      refundSale(context, user.id, {
        ...params,
        ...body,
        request: digestRequest(readIdempotencyKey(request), body),
      }),
    {
      needsProof: ({ params, body }, user) =>
        isLargeRefund(context, { ...(params as { orderId?: unknown }), body, sellerId: user.id }),
    },
  )
}

const nameStatementFile = (month: string, locale: Locale) =>
  `${locale === 'es' ? 'liquidacion' : 'statement'}-${month}`

/** Sends a PDF file that its seller alone may see, to be saved under a name. */
function sendPdf(reply: FastifyReply, name: string, pdf: Readable): typeof RESPONSE_SENT {
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': 'application/pdf',
    })
    .send(pdf)
  return RESPONSE_SENT
}
