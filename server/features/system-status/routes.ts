import type { FastifyInstance } from 'fastify'
import { getSystemStatus } from '#contract/system-status.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { type StatusContext, createStatusReader } from './service.ts'

export function registerSystemStatusRoutes(app: FastifyInstance, context: StatusContext): void {
  const readStatus = createStatusReader(context)
  mountEndpoint(app, getSystemStatus, ({ locale }) => readStatus(locale))
}
