import type { FastifyInstance } from 'fastify'
import * as uploads from '#contract/uploads.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { findUntakenUploads } from './queries.ts'
import { createTusHandler } from './tus-handler.ts'

export function registerUploadsRoutes(app: FastifyInstance, context: Context): void {
  const answerTus = createTusHandler(context)

  mountEndpoint(app, uploads.listUploads, async ({ user }) => ({
    uploads: (await findUntakenUploads(context.db, user.id)).map(upload => ({
      ...upload,
      createdAt: upload.createdAt.toISOString(),
      expiresAt: upload.expiresAt.toISOString(),
    })),
  }))
  mountEndpoint(app, uploads.startUpload, answerTus, { limit: RATE_LIMITS_BY_IP.startUpload })
  mountEndpoint(app, uploads.getUploadOffset, answerTus)
  mountEndpoint(app, uploads.sendChunk, answerTus)
  mountEndpoint(app, uploads.cancelUpload, answerTus)
}
