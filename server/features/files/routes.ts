import type { FastifyInstance } from 'fastify'
import * as productFiles from '#contract/files/product-files.ts'
import { getOwnSample, getSample } from '#contract/files/samples.ts'
import * as storageUsage from '#contract/files/storage-usage.ts'
import * as uploads from '#contract/files/uploads.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import {
  addProductFile,
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
  replaceProductFile,
} from './product-files/product-files.ts'
import { sendOwnSample, sendSample } from './samples/send-sample.ts'
import { getStorageUsage } from './storage-quota.ts'
import { findUntakenUploads } from './uploads/queries.ts'
import { createTusHandler } from './uploads/tus-handler.ts'

export function registerFilesRoutes(app: FastifyInstance, context: Context): void {
  uploadRoutes(app, context)
  mountEndpoint(app, productFiles.listProductFiles, ({ own }) => listProductFiles(context, own))
  mountEndpoint(app, productFiles.addProductFile, ({ own, body }) =>
    addProductFile(context, own, body),
  )
  mountEndpoint(app, productFiles.replaceProductFile, ({ own, body }) =>
    replaceProductFile(context, own, own.slot, body),
  )
  mountEndpoint(app, productFiles.changeProductFile, ({ own, body }) =>
    changeProductFile(context, own, own.slot, body),
  )
  mountEndpoint(app, productFiles.reorderProductFiles, ({ own, body }) =>
    reorderProductFiles(context, own, body.order),
  )

  mountEndpoint(
    app,
    getSample,
    ({ params, request, reply }) => sendSample(context, params.version, request, reply),
    { limit: RATE_LIMITS_BY_IP.sample },
  )
  mountEndpoint(app, getOwnSample, ({ own, request, reply }) =>
    sendOwnSample(context, own, request, reply),
  )
  mountEndpoint(app, storageUsage.getStorageUsage, ({ user }) =>
    getStorageUsage(context.db, user.id, context.config.sellerQuotaBytes),
  )
}

function uploadRoutes(app: FastifyInstance, context: Context): void {
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
