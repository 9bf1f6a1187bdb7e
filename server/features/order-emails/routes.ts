import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/order-emails.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import { mutePaymentEmails } from './mute.ts'

export function registerOrderEmailsRoutes(app: FastifyInstance, deps: OrdersDeps): void {
  mountEndpoint(app, contract.mutePaymentEmails, ({ params }) =>
    mutePaymentEmails(deps, params.token, true),
  )
  mountEndpoint(app, contract.unmutePaymentEmails, ({ params }) =>
    mutePaymentEmails(deps, params.token, false),
  )
}
