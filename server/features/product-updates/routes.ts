import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/product-updates.ts'
import type { Database } from '#server/db/client.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { createProductUpdate, listProductUpdates } from './product-updates.ts'

export function registerProductUpdatesRoutes(
  app: FastifyInstance,
  context: { db: Database },
): void {
  mountEndpoint(app, contract.listProductUpdates, ({ own }) => listProductUpdates(context, own))
  mountEndpoint(app, contract.createProductUpdate, ({ own, body }) =>
    createProductUpdate(context, own, body),
  )
}
