import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { ApiError } from '#server/http/api-error.ts'
import { RESPONSE_SENT } from '#server/http/endpoint.ts'
import type { OrdersDeps } from '../deps.ts'
import { getOrderByToken } from '../order.ts'
import { consumeDownload, findDownloadableFile, hasDownloadSince } from './queries.ts'

/**
 * The time in milliseconds after a counted download in which a range request continues this download and is not counted
 * again.
 */
const CONTINUATION_MS = 3_600_000

type Download = NonNullable<Awaited<ReturnType<typeof findDownloadableFile>>>

/**
 * Streams a bought file, whole or by byte range. A request that starts at the first byte counts as a download. HEAD
 * requests, and range requests that continue a download of the last hour, do not count.
 * @throws ApiError PAYMENT_NOT_FOUND if the link is invalid; ERROR_USER_NOT_AUTHORIZED with 403 before the order is
 * approved, and after a refund or chargeback; ERROR_MISSING_OR_EXPIRED_TOKEN with 410 if the grant has expired or is
 * used up
 */
export async function sendDownload(
  deps: OrdersDeps,
  { token, item }: { token: string; item: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const order = await getOrderByToken(deps, token)
  const file = await findDownloadableFile(deps.db, order.id, item)
  if (!file) throw new ApiError('PAYMENT_NOT_FOUND', `item ${item}`)
  if (file.grantId === null || file.closedAt)
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })

  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(file.fileName),
    'content-security-policy': 'sandbox',
    'content-type': file.mime,
    etag: `"${file.sha256}"`,
    'x-content-type-options': 'nosniff',
  })
  if (request.method === 'HEAD') {
    // In the reply to HEAD, Fastify sends only the headers and discards the stream.
    reply.header('content-length', file.sizeBytes).send(await deps.storage.read(file.storageKey))
    return RESPONSE_SENT
  }
  const range = parseRangeHeader(request, file)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
    return RESPONSE_SENT
  }
  // The file is opened first, so that a file that cannot be read costs the buyer no download.
  const stream = await deps.storage.read(file.storageKey, range)
  try {
    await countDownload(deps, file, file.grantId, range.start, request.headers['user-agent'] ?? '')
  } catch (error) {
    stream.destroy()
    throw error
  }
  if (range.partial)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  reply.header('content-length', range.end - range.start + 1).send(stream)
  return RESPONSE_SENT
}

/**
 * Returns the first and last byte of the requested range. The whole file is sent for several ranges, for other units
 * than bytes, and for an `If-Range` that names another version of the file.
 */
function parseRangeHeader({ headers }: FastifyRequest, { sizeBytes, sha256 }: Download) {
  const whole = { start: 0, end: sizeBytes - 1, partial: false }
  const condition = headers['if-range']
  if (!headers.range || (condition !== undefined && condition !== `"${sha256}"`)) return whole
  const parsed = parseRange(sizeBytes, headers.range)
  if (parsed === -1) return 'unsatisfiable' as const
  const [only, ...others] = parsed === -2 || parsed.type !== 'bytes' ? [] : parsed
  return only && others.length === 0 ? { start: only.start, end: only.end, partial: true } : whole
}

async function countDownload(
  { db }: OrdersDeps,
  file: Download,
  grantId: number,
  start: number,
  userAgent: string,
): Promise<void> {
  const isContinuation =
    start > 0 && (await hasDownloadSince(db, grantId, new Date(Date.now() - CONTINUATION_MS)))
  if (isContinuation || (await consumeDownload(db, grantId, userAgent.slice(0, 300)))) return
  throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', `grant ${grantId} is used up`, {
    status: 410,
  })
}
