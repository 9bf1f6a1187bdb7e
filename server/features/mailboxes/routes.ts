import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/mailboxes.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { type MailboxesDeps, muteMailbox } from './service.ts'

export function registerMailboxesRoutes(app: FastifyInstance, deps: MailboxesDeps): void {
  mountEndpoint(app, contract.muteMailbox, ({ params }) => muteMailbox(deps, params.token, true))
  mountEndpoint(app, contract.unmuteMailbox, ({ params }) => muteMailbox(deps, params.token, false))
}
