import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as sales from '#contract/sales.ts'
import { ApiError } from '#server/http/api-error.ts'
import { LIMITS_BY_IP } from '#server/http/rate-limit.ts'
import { SENT, route } from '#server/http/route.ts'
import type { SalesDeps } from './deps.ts'
import { deskRoutes } from './desk/routes.ts'
import { sendDownload } from './download.ts'
import { receiveNotice } from './notices.ts'
import { askForLinks, describeOrder } from './order.ts'
import { startPurchase } from './purchase.ts'

const IDEMPOTENCY_KEY_MAX = 200

export function salesRoutes(
  app: FastifyInstance,
  deps: SalesDeps & { webhookSecrets: readonly string[] },
): void {
  route(
    app,
    sales.createPreference,
    ({ body, locale, request }) => {
      const idempotencyKey = headerOf(request, 'idempotency-key', IDEMPOTENCY_KEY_MAX)
      return startPurchase(deps, body, { locale, idempotencyKey })
    },
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
    await receiveNotice(deps, notice, deps.webhookSecrets)
    return undefined
  })

  route(app, sales.getOrder, ({ params }) => describeOrder(deps, params.token))

  route(
    app,
    sales.resendOrders,
    ({ body }) => askForLinks(deps, body.email).then(() => undefined),
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

  deskRoutes(app, deps)
}

function headerOf(
  { headers }: FastifyRequest,
  name: string,
  maxLength: number,
): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  if (value.length > maxLength) throw new ApiError('INVALID_DATA', name)
  return value
}

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate'
