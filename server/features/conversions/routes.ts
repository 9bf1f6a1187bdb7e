import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/conversions.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { deleteReceiverRow } from './queries.ts'
import { readConversions, saveReceiver } from './receivers.ts'
import { sendTestEvent } from './send.ts'

export function registerConversionsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.listConversions, ({ user }) => readConversions(context, user.id))
  mountEndpoint(app, contract.saveReceiver, ({ user, body }) =>
    saveReceiver(context, user.id, body),
  )
  mountEndpoint(app, contract.deleteReceiver, ({ user, params }) =>
    deleteReceiverRow(context.db, user.id, params.kind),
  )
  mountEndpoint(app, contract.testReceiver, ({ user, params }) =>
    sendTestEvent(context, user.id, params.kind),
  )
}
