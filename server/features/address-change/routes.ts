import type { FastifyInstance } from 'fastify'
import { changeOrderEmail, confirmOrderEmail } from '#contract/address-change.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { readSecretCookie } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { identifyBuyer } from './identify-buyer.ts'
import { confirmAddressChange, requestAddressChange } from './address-change.ts'

export function registerAddressChangeRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(
    app,
    changeOrderEmail,
    async ({ params, body, request }) => {
      const browserHash = readSecretCookie(request, context.config, 'purchase')
      const buyer = await identifyBuyer(context, params.token, browserHash)
      return requestAddressChange(context, { ...buyer, newEmail: body.newEmail })
    },
    { limit: RATE_LIMITS_BY_IP.addressChange },
  )
  mountEndpoint(
    app,
    confirmOrderEmail,
    ({ params }) => confirmAddressChange(context, params.token),
    {
      limit: RATE_LIMITS_BY_IP.addressChange,
    },
  )
}
