import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/order-emails.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { muteEmails } from './mute.ts'

export function registerOrderEmailsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.mutePaymentEmails, ({ params }) =>
    muteEmails(context, params.token, 'payment', true),
  )
  mountEndpoint(app, contract.unmutePaymentEmails, ({ params }) =>
    muteEmails(context, params.token, 'payment', false),
  )
  mountEndpoint(app, contract.muteFileEmails, ({ params }) =>
    muteEmails(context, params.token, 'files', true),
  )
  mountEndpoint(app, contract.unmuteFileEmails, ({ params }) =>
    muteEmails(context, params.token, 'files', false),
  )
}
