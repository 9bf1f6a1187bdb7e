import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/orders/receipts.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { Locale } from '#messages/runtime'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { OrdersDeps } from '../deps.ts'
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

export function registerReceiptRoutes(app: FastifyInstance, deps: OrdersDeps): void {
  mountEndpoint(app, contract.getReceipt, ({ params }) => getBuyerReceipt(deps, params.token))
  mountEndpoint(
    app,
    contract.saveReceiptBuyer,
    ({ params, body }) => saveReceiptBuyer(deps, params.token, body),
    { limit: RATE_LIMITS_BY_IP.receiptBuyer },
  )
  mountEndpoint(app, contract.getReceiptPdf, async ({ params, locale, reply }) =>
    sendPdf(deps, reply, await getBuyerReceipt(deps, params.token), locale),
  )
  mountEndpoint(app, contract.getSaleReceiptPdf, async ({ user, params, locale, reply }) =>
    sendPdf(deps, reply, await getSellerReceipt(deps, user.id, params.orderId), locale),
  )
  mountEndpoint(app, contract.getTaxData, ({ user }) => getTaxData(deps, user.id))
  mountEndpoint(app, contract.saveTaxData, ({ user, body }) => saveTaxData(deps, user.id, body))
  mountEndpoint(app, contract.deleteTaxData, ({ user }) =>
    deleteTaxData(deps, user.id).then(() => undefined),
  )
}

async function sendPdf(
  { brandName }: OrdersDeps,
  reply: FastifyReply,
  receipt: Receipt,
  locale: Locale,
): Promise<typeof RESPONSE_SENT> {
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${nameReceiptFile(receipt, locale)}"`,
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    .send(await renderReceiptPdf(receipt, locale, brandName))
  return RESPONSE_SENT
}
