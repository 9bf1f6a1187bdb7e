import type { FastifyInstance } from 'fastify'
import * as bumps from '#contract/prices/bumps.ts'
import * as coupons from '#contract/prices/coupons.ts'
import * as packs from '#contract/prices/packs.ts'
import * as prices from '#contract/prices/price-changes.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { setBump } from './bumps/bumps.ts'
import { changeManyPrices, listBatches, undoBatch } from './changes/price-changes.ts'
import { createCoupon, listCoupons, updateCoupon } from './coupons/coupons.ts'
import { setPackParts } from './packs/packs.ts'

export function registerPricesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, prices.changePrices, ({ user, body }) =>
    changeManyPrices(context, user.id, body),
  )
  mountEndpoint(app, prices.listPriceBatches, async ({ user }) => ({
    batches: await listBatches(context, user.id),
  }))
  mountEndpoint(app, prices.undoPriceBatch, ({ user, params }) =>
    undoBatch(context, { sellerId: user.id, id: params.batch }),
  )
  mountEndpoint(app, bumps.setBump, ({ own, body }) => setBump(context, own, body))
  mountEndpoint(app, packs.setPackParts, ({ own, body }) => setPackParts(context, own, body.parts))
  mountEndpoint(app, coupons.listCoupons, ({ user, query }) =>
    listCoupons(context, user.id, query.cursor),
  )
  mountEndpoint(app, coupons.createCoupon, ({ user, body }) => createCoupon(context, user.id, body))
  mountEndpoint(app, coupons.updateCoupon, ({ user, params, body }) =>
    updateCoupon(context, { sellerId: user.id, id: params.id }, body),
  )
}
