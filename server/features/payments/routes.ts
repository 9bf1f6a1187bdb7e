import type { FastifyInstance } from 'fastify'
import { paymentWebhook } from '#contract/payments.ts'
import { readHeader } from '#server/http/request-headers.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { receiveWebhook } from './webhook/webhook.ts'

export function registerPaymentsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, paymentWebhook, async ({ request }) => {
    await receiveWebhook(context, {
      query: request.query as Record<string, unknown>,
      body: request.body,
      signature: readHeader(request, 'x-signature', 300),
      requestId: readHeader(request, 'x-request-id', 100),
    })
    return undefined
  })
}
