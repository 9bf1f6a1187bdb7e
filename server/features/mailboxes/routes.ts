import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/mailboxes.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { muteMailbox } from './service.ts'

export function registerMailboxesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.muteMailbox, ({ params }) => muteMailbox(context, params.token, true))
  mountEndpoint(app, contract.unmuteMailbox, ({ params }) =>
    muteMailbox(context, params.token, false),
  )
}
