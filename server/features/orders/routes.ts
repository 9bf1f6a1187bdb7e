import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as sales from '#contract/orders.ts'
import { ApiError } from '#server/http/api-error.ts'
import { headerOf, idempotencyKeyOf } from '#server/http/header-of.ts'
import { LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { SENT, route } from '#server/http/endpoint.ts'
import type { OrdersDeps } from './deps.ts'
import { salesRoutes } from '../sales/routes.ts'
import { sendDownload } from './delivery/download.ts'
import { receiveWebhook } from '../payments/webhook/webhook.ts'
import { requestOrderLinks, getBuyerOrder } from './order.ts'
import { startPurchase } from './checkout.ts'

export function ordersRoutes(
  app: FastifyInstance,
  deps: OrdersDeps & { webhookSecrets: readonly string[] },
): void {
  route(
    app,
    sales.createPreference,
    ({ body, locale, request }) =>
      startPurchase(deps, body, { locale, idempotencyKey: idempotencyKeyOf(request) }),
    { limit: LIMITS_BY_IP.createPreference },
  )

  route(app, sales.paymentWebhook, async ({ request }) => {
    const { query, body } = request
    const notice = {
      query: query as Record<string, unknown>,
      body,
      signature: headerOf(request, 'x-signature', 300),
      requestId: headerOf(request, 'x-request-id', 100),
    }
    await receiveWebhook(deps, notice, deps.webhookSecrets)
    return undefined
  })

  route(app, sales.getOrder, ({ params }) => getBuyerOrder(deps, params.token))

  route(
    app,
    sales.resendOrders,
    ({ body }) => requestOrderLinks(deps, body.email).then(() => undefined),
    { limit: LIMITS_BY_IP.orderResend },
  )

  route(app, sales.downloadItem, ({ params, request, reply }) =>
    sendDownload(deps, params, request, reply).catch((error: unknown) => {
      if (!(error instanceof ApiError) || !isNavigation(request)) throw error
      // A person who follows an old link is shown the order, which says what it still allows.
      reply.redirect(`/order/${params.token}`, 302)
      return SENT
    }),
  )

  salesRoutes(app, deps)
}

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate'
