import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/order-emails.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { muteEmails } from './mute.ts'

export function registerOrderEmailsRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, contract.mutePaymentEmails, ({ params }) =>
    muteEmails(deps, params.token, 'payment', true),
  )
  mountEndpoint(app, contract.unmutePaymentEmails, ({ params }) =>
    muteEmails(deps, params.token, 'payment', false),
  )
  mountEndpoint(app, contract.muteFileEmails, ({ params }) =>
    muteEmails(deps, params.token, 'files', true),
  )
  mountEndpoint(app, contract.unmuteFileEmails, ({ params }) =>
    muteEmails(deps, params.token, 'files', false),
  )
}
