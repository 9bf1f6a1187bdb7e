import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/receipts.ts'
import type { Receipt } from '#contract/receipts.ts'
import type { Locale } from '#messages/runtime'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { nameReceiptFile } from './receipt-file.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'
import {
  deleteTaxData,
  getBuyerReceipt,
  getSellerReceipt,
  getTaxData,
  saveReceiptBuyer,
  saveTaxData,
} from './receipt.ts'

export function registerReceiptsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.getReceipt, ({ params }) => getBuyerReceipt(context, params.token))
  mountEndpoint(
    app,
    contract.saveReceiptBuyer,
    ({ params, body }) => saveReceiptBuyer(context, params.token, body),
    { limit: RATE_LIMITS_BY_IP.receiptBuyer },
  )
  mountEndpoint(app, contract.getReceiptPdf, ({ params, locale, request, reply }) =>
    sendPdf(context, { request, reply, locale }, () => getBuyerReceipt(context, params.token)),
  )
  mountEndpoint(app, contract.getSaleReceiptPdf, ({ user, params, locale, request, reply }) =>
    sendPdf(context, { request, reply, locale }, () =>
      getSellerReceipt(context, user.id, params.orderId),
    ),
  )
  mountEndpoint(app, contract.getTaxData, ({ user }) => getTaxData(context, user.id))
  mountEndpoint(app, contract.saveTaxData, ({ user, body }) => saveTaxData(context, user.id, body))
  mountEndpoint(app, contract.deleteTaxData, ({ user }) => deleteTaxData(context, user.id))
}

async function sendPdf(
  { config: { brandName } }: Context,
  { request, reply, locale }: { request: FastifyRequest; reply: FastifyReply; locale: Locale },
  findReceipt: () => Promise<Receipt>,
): Promise<typeof RESPONSE_SENT> {
  const { receipt, pdf } = await request.server.renderLimits.answerCall(request, async () => {
    const receipt = await findReceipt()
    return { receipt, pdf: await renderReceiptPdf(receipt, locale, brandName) }
  })
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${nameReceiptFile(receipt, locale)}"`,
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    .send(pdf)
  return RESPONSE_SENT
}
