import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrderLookup as OrderLookupBody } from '#contract/orders/order-number.ts'
import { listPackCompletions } from '#contract/orders/completion.ts'
import * as contract from '#contract/orders/orders.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import { ApiError } from '#server/http/api-error.ts'
import { readCaptchaToken, readIdempotencyKey } from '#server/http/request-headers.ts'
import { hasPrivacyControl, readTouches } from '#server/features/sources/service.ts'
import { toIpAddressKey, toNetworkKey } from '#server/http/rate-limit/address-key.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { startPurchase, PURCHASE_COOKIE_DAYS } from './checkout/checkout.ts'
import { quoteCart } from './checkout/public-quote.ts'
import { sendDownload } from './download/download.ts'
import { sendArchive } from './download/send-archive.ts'
import { readSecretCookie, setPurchaseCookie } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { findPackCompletions } from './completion/completion.ts'
import type { OrderLookup } from './job-kinds.ts'
import { getBuyerOrder, renewOrderLink } from './order.ts'
import { requestOrderLinks } from './order-links.ts'

export function registerOrdersRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(
    app,
    contract.createPreference,
    ({ body, locale, request, reply }) =>
      startPurchase(context, body, {
        touches: readTouches(request, body.from),
        allowsConversions: !hasPrivacyControl(request),
        locale,
        ip: toIpAddressKey(request.ip),
        network: toNetworkKey(request.ip),
        passesCaptcha: () =>
          context.captcha.verify(
            readCaptchaToken(request),
            contract.createPreference.captcha.action,
            request.ip,
          ),
        knownBrowserHash: readSecretCookie(request, context.config, 'purchase'),
        browserHash: setPurchaseCookie(request, reply, context.config, PURCHASE_COOKIE_DAYS),
        idempotencyKey: readIdempotencyKey(request),
      }),
    { limit: RATE_LIMITS_BY_IP.createPreference },
  )

  mountEndpoint(
    app,
    getQuote,
    ({ body, locale, request }) =>
      quoteCart(context, body, {
        locale,
        ip: toIpAddressKey(request.ip),
        network: toNetworkKey(request.ip),
        browserHash: readSecretCookie(request, context.config, 'purchase'),
      }),
    { limit: RATE_LIMITS_BY_IP.quote },
  )

  mountEndpoint(app, listPackCompletions, async ({ body, request }) => ({
    completions: await findPackCompletions(
      context,
      body,
      readSecretCookie(request, context.config, 'purchase'),
    ),
  }))

  mountEndpoint(app, contract.getOrder, ({ params, query }) =>
    getBuyerOrder(context, params.token, { hasReturned: query.returned === 'true' }),
  )

  mountEndpoint(
    app,
    contract.resendOrderLinks,
    ({ body }) => requestOrderLinks(context, readLookup(body)),
    { limit: RATE_LIMITS_BY_IP.orderResend },
  )

  mountEndpoint(
    app,
    contract.renewOrderLink,
    ({ params }) => renewOrderLink(context, params.token),
    {
      limit: RATE_LIMITS_BY_IP.orderResend,
    },
  )

  mountEndpoint(app, contract.downloadItem, ({ params, request, reply }) =>
    orShowOrder(sendDownload(context, params, request, reply), params, request, reply),
  )
  mountEndpoint(app, contract.downloadFile, ({ params, request, reply }) =>
    orShowOrder(sendDownload(context, params, request, reply), params, request, reply),
  )
  mountEndpoint(app, contract.downloadArchive, ({ params, request, reply }) =>
    orShowOrder(sendArchive(context, params, request, reply), params, request, reply),
  )
}

/**
 * Waits for a download. A buyer who follows a link that is refused is redirected to the order, which says what is left.
 */
async function orShowOrder(
  download: Promise<typeof RESPONSE_SENT>,
  { token }: { token: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  try {
    return await download
  } catch (error) {
    if (!(error instanceof ApiError) || !isNavigation(request)) throw error
    reply.redirect(`/order/${token}`, 302)
    return RESPONSE_SENT
  }
}

/** Reads which orders a buyer looks for. The contract has checked that there is an email or a number. */
const readLookup = ({ email, number }: OrderLookupBody): OrderLookup =>
  number === undefined ? { email: email! } : { number }

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate'
