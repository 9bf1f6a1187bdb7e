import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/orders.ts'
import { ApiError } from '#server/http/api-error.ts'
import { readIdempotencyKey } from '#server/http/request-headers.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { startPurchase } from './checkout/checkout.ts'
import { sendDownload } from './delivery/download.ts'
import type { OrdersDeps } from './deps.ts'
import { getBuyerOrder, renewOrderLink, requestOrderLinks } from './order.ts'
import { registerReceiptRoutes } from './receipts/routes.ts'

export function registerOrdersRoutes(app: FastifyInstance, deps: OrdersDeps): void {
  mountEndpoint(
    app,
    contract.createPreference,
    ({ body, locale, request }) =>
      startPurchase(deps, body, {
        locale,
        ip: toIpAddressKey(request.ip),
        idempotencyKey: readIdempotencyKey(request),
      }),
    { limit: RATE_LIMITS_BY_IP.createPreference },
  )

  registerReceiptRoutes(app, deps)

  mountEndpoint(app, contract.getOrder, ({ params }) => getBuyerOrder(deps, params.token))

  mountEndpoint(
    app,
    contract.resendOrderLinks,
    ({ body }) => requestOrderLinks(deps, body.email).then(() => undefined),
    { limit: RATE_LIMITS_BY_IP.orderResend },
  )

  mountEndpoint(
    app,
    contract.renewOrderLink,
    ({ params }) => renewOrderLink(deps, params.token).then(() => undefined),
    { limit: RATE_LIMITS_BY_IP.orderResend },
  )

  mountEndpoint(app, contract.downloadItem, ({ params, request, reply }) =>
    sendDownload(deps, params, request, reply).catch((error: unknown) => {
      if (!(error instanceof ApiError) || !isNavigation(request)) throw error
      // A buyer who follows an expired download link is redirected to the order page, which shows the remaining
      // downloads.
      reply.redirect(`/order/${params.token}`, 302)
      return RESPONSE_SENT
    }),
  )
}

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate'
