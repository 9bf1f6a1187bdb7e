import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { DownloadHeaders } from '#server/integrations/storage/storage.ts'

/** What is downloaded: a file or an archive. Its `digest` differs if a byte of it differs. */
export interface Content {
  sizeBytes: number
  digest: string
}

/** Sets the headers of a download, whether or not it has a body. */
export const describeContent = (
  reply: FastifyReply,
  { digest }: Content,
  { disposition, mime }: DownloadHeaders,
): FastifyReply =>
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': disposition,
    'content-security-policy': 'sandbox',
    'content-type': mime,
    etag: `"${digest}"`,
    'x-content-type-options': 'nosniff',
  })

/** The first and the last byte that a request asks for, and whether it named them. */
export interface RequestedRange {
  start: number
  end: number
  partial: boolean
}

/**
 * Returns the first and last byte of the requested range. The whole content is sent for several ranges, for other units
 * than bytes, and for an `If-Range` that names another version of it. If the content comes directly from the object
 * storage, `If-Range` has a tag of that storage, which judges it: the bytes under a key never change.
 */
export function parseRangeHeader(
  { headers }: FastifyRequest,
  { sizeBytes, digest }: Content,
  { isDirect }: { isDirect: boolean },
): RequestedRange | 'unsatisfiable' {
  const whole = { start: 0, end: sizeBytes - 1, partial: false }
  const condition = isDirect ? undefined : headers['if-range']
  if (!headers.range || (condition !== undefined && condition !== `"${digest}"`)) return whole
  const parsed = parseRange(sizeBytes, headers.range)
  if (parsed === -1) return 'unsatisfiable'
  const [only, ...others] = parsed === -2 || parsed.type !== 'bytes' ? [] : parsed
  return only && others.length === 0 ? { start: only.start, end: only.end, partial: true } : whole
}

/** Answers a range that is outside of the content. */
export const refuseRange = (reply: FastifyReply, { sizeBytes }: Content): FastifyReply =>
  reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()

/** Sets the status and the headers of the requested range. */
export function describeRange(
  reply: FastifyReply,
  { sizeBytes }: Content,
  { start, end, partial }: RequestedRange,
): FastifyReply {
  if (partial) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  return reply.header('content-length', end - start + 1)
}

/**
 * Answers a HEAD request. Only an empty stream lets Fastify keep this Content-Length, so the content need not be read.
 */
export const sendHead = (
  reply: FastifyReply,
  content: Content,
  headers: DownloadHeaders,
): FastifyReply =>
  describeContent(reply, content, headers)
    .header('content-length', content.sizeBytes)
    .send(Readable.from([]))
