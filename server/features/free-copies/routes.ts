import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/free-copies.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { toIpAddressKey, toNetworkKey } from '#server/http/rate-limit/address-key.ts'
import type { Context } from '#server/context.ts'
import { requestCouponCopy } from './coupon-copy.ts'
import { requestFreeCopy } from './request-copy.ts'

export function registerFreeCopiesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.requestFreeCopy, async ({ params, body, locale, request }) => {
    await requestFreeCopy(context, params.id, body, {
      ip: toIpAddressKey(request.ip),
      network: toNetworkKey(request.ip),
      locale,
    })
    return {}
  })
  mountEndpoint(app, contract.requestCouponCopy, async ({ body, locale, request }) => {
    await requestCouponCopy(context, body, {
      ip: toIpAddressKey(request.ip),
      network: toNetworkKey(request.ip),
      locale,
    })
    return {}
  })
}
