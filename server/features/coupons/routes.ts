import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/coupons.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { toIpAddressKey, toNetworkKey } from '#server/http/rate-limit/address-key.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { checkCoupon } from './check.ts'
import { createCoupon, listCoupons, updateCoupon } from './coupons.ts'

export function registerCouponsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.listCoupons, async ({ user }) => ({
    coupons: await listCoupons(context, user.id),
  }))
  mountEndpoint(app, contract.createCoupon, ({ user, body }) =>
    createCoupon(context, user.id, body),
  )
  mountEndpoint(app, contract.updateCoupon, ({ user, params, body }) =>
    updateCoupon(context, { sellerId: user.id, id: params.id }, body),
  )
  mountEndpoint(
    app,
    contract.checkCoupon,
    ({ body, request }) =>
      checkCoupon(context, body, {
        ip: toIpAddressKey(request.ip),
        network: toNetworkKey(request.ip),
      }),
    { limit: RATE_LIMITS_BY_IP.couponCheck },
  )
}
