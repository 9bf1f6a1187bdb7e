import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  describeContent,
  describeRange,
  parseRangeHeader,
  refuseRange,
  sendHead,
} from '#server/http/content-range.ts'
import { type OwnId, RESPONSE_SENT } from '#server/http/endpoint.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { findOwnSample, findPublicSample } from './queries.ts'

/** How long a browser plays a sample on without asking whether it is still offered. */
const MAX_AGE_SECONDS = 300

/**
 * Browsers show no PDF file in a sandbox. Scripts in one do not run in the origin of its address, and a sample has
 * none. Source: docs/design/files.md.
 */
const PDF_POLICY = "frame-ancestors 'none'"

interface SampleContext {
  db: Database
  storage: Storage
}

/**
 * Sends the sample of a version of a file, whole or by byte range.
 * @throws ApiError ERROR_PRODUCT_FILE_NOT_FOUND if the version is not on sale, or has no sample
 */
export async function sendSample(
  { db, storage }: SampleContext,
  version: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const sample = await findPublicSample(db, version)
  if (!sample) throw new ApiError('ERROR_PRODUCT_FILE_NOT_FOUND', `sample of ${version}`)
  return sendFound(storage, sample, request, reply)
}

/**
 * Sends the sample of a version of a file to the seller of its product, also before it is on sale.
 * @throws ApiError ERROR_PRODUCT_FILE_NOT_FOUND if the seller has no such version, or it has no sample
 */
export async function sendOwnSample(
  { db, storage }: SampleContext,
  own: OwnId & { version: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const sample = await findOwnSample(db, own)
  if (!sample) throw new ApiError('ERROR_PRODUCT_FILE_NOT_FOUND', `sample of ${own.version}`)
  return sendFound(storage, sample, request, reply)
}

async function sendFound(
  storage: Storage,
  sample: NonNullable<Awaited<ReturnType<typeof findPublicSample>>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const mime = sample.mime!
  const content = { sizeBytes: sample.sizeBytes!, digest: sample.sha256! }
  const headers = { mime, disposition: contentDisposition(sample.fileName, { type: 'inline' }) }
  const describe = () => {
    describeContent(reply, content, headers).header(
      'cache-control',
      `private, max-age=${MAX_AGE_SECONDS}`,
    )
    if (mime === 'application/pdf') reply.header('content-security-policy', PDF_POLICY)
    return reply
  }
  if (request.method === 'HEAD') {
    sendHead(reply, content, headers)
    return RESPONSE_SENT
  }
  const range = parseRangeHeader(request, content, { isDirect: false })
  if (range === 'unsatisfiable') {
    refuseRange(reply, content)
    return RESPONSE_SENT
  }
  const stream = await storage.read(sample.storageKey!, range)
  describeRange(describe(), content, range).send(stream)
  return RESPONSE_SENT
}
