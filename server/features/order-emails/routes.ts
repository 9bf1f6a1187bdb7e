import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/order-emails.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { getEmailChoices, setEmailChoice } from './email-choices.ts'

export function registerOrderEmailsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.getEmailChoices, ({ params }) =>
    getEmailChoices(context, params.token),
  )
  mountEndpoint(app, contract.setEmailChoice, ({ params, query }) =>
    setEmailChoice(context, params, query.muted !== '0'),
  )
}
