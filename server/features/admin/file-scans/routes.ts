import type { FastifyInstance } from 'fastify'
import * as fileScans from '#contract/admin/file-scans.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { listRefusedFiles } from './service.ts'

export function registerFileScanRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, fileScans.listRefusedFiles, ({ query }) =>
    listRefusedFiles(context, query.cursor),
  )
}
