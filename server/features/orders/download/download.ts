import { Readable, Transform, pipeline } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { Transaction } from '#server/db/client.ts'
import type { DownloadHeaders } from '#server/integrations/storage/storage.ts'
import { isFileClosed, createGrantTerms } from '../rules/access-rules.ts'
import { scheduleReviewReminder } from './review-reminder.ts'
import { ApiError } from '#server/http/api-error.ts'
import { RESPONSE_SENT } from '#server/http/endpoint.ts'
import type { OrdersDeps } from '../deps.ts'
import { getOrderByToken } from '../order.ts'
import { type OrderRow, acceptOfferedToken } from '../queries.ts'
import { countDownload } from './count-download.ts'
import { type GrantedFile, addUnsentBytes, findGrant } from './queries.ts'
import { chooseItemFiles } from '../files/item-files.ts'
import { type ItemFileRow, findItemFileVersions } from '../files/queries.ts'
import { refillGrants } from '../grant-queries.ts'

/** The path parameters of a download: the order's token, the item and, unless it is the first file, the file version. */
export interface DownloadParams {
  token: string
  item: number
  file?: number
}

/**
 * Sends a bought file, whole or by byte range: as a stream, or as a redirect to a signed link of the object storage. A request that starts at the first byte counts as a download. HEAD
 * requests, and range requests that continue a download of the last day, do not count; what a connection did not
 * transfer can be requested again.
 * @throws ApiError PAYMENT_NOT_FOUND if the link is invalid; ERROR_USER_NOT_AUTHORIZED with 403 before the order is
 * approved, and after a refund or chargeback; ERROR_DOWNLOADS_CLOSED while they are closed;
 * ERROR_MISSING_OR_EXPIRED_TOKEN with 410 if the grant has expired or is
 * used up
 */
export async function sendDownload(
  deps: OrdersDeps,
  params: DownloadParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const order = await getOrderByToken(deps, params.token)
  const grant = await findGrant(deps.db, order.id, params.item)
  const file = await findFile(deps, order.id, params)
  if (!file) throw new ApiError('PAYMENT_NOT_FOUND', `item ${params.item}, file ${params.file}`)
  if (!grant || grant.closedAt)
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })
  if (isFileClosed(order, file)) throw new ApiError('ERROR_DOWNLOADS_CLOSED')

  const headers = { disposition: contentDisposition(file.fileName), mime: file.mime }
  if (request.method === 'HEAD') {
    if (grant.expiresAt <= new Date() && order.link === 'current')
      throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', 'expired', { status: 410 })
    // Only an empty stream lets Fastify keep this Content-Length, so the file need not be read.
    describeFile(reply, file, headers)
      .header('content-length', file.sizeBytes)
      .send(Readable.from([]))
    return RESPONSE_SENT
  }
  // The link is signed first, so that a failure costs the buyer no download.
  const link = await deps.storage.signDownload(file.storageKey, headers)
  const range = parseRangeHeader(request, file, { isDirect: link !== undefined })
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
    return RESPONSE_SENT
  }
  const part = { start: range.start, bytes: range.end - range.start + 1, fileBytes: file.sizeBytes }
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  const count = () =>
    countDownload(deps.db, { grantId: grant.id, fileId: file.id }, part, userAgent, {
      onStart: async tx => {
        if (order.link === 'offered') await acceptOfferedLink(tx, order)
      },
      onFirstDownload: tx => scheduleReviewReminder(deps, tx, order),
    })
  if (link !== undefined) {
    await count()
    reply.header('cache-control', 'private, no-store').redirect(link)
    return RESPONSE_SENT
  }
  // The file is opened first, so that a file that cannot be read costs the buyer no download.
  const stream = await deps.storage.read(file.storageKey, range)
  try {
    await count()
  } catch (error) {
    stream.destroy()
    throw error
  }
  describeFile(reply, file, headers)
  if (range.partial)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  reply
    .header('content-length', part.bytes)
    .send(
      returnUnsentBytes(
        deps,
        { grantId: grant.id, fileId: file.id },
        stream,
        part.bytes,
        request.log,
      ),
    )
  return RESPONSE_SENT
}

/**
 * Finds the file version that a download asks for: any that the buyer may get, or else the newest of the first file.
 */
async function findFile(
  { db }: OrdersDeps,
  orderId: string,
  { item, file }: DownloadParams,
): Promise<ItemFileRow | undefined> {
  const versions = (await findItemFileVersions(db, orderId)).filter(({ itemId }) => itemId === item)
  return file === undefined
    ? chooseItemFiles(versions)[0]?.file
    : versions.find(({ id }) => id === file)
}

/** Replaces the earlier links to an order by the one that was asked for by email, and refills its downloads. */
async function acceptOfferedLink(
  tx: Transaction,
  { id, offeredTokenVersion }: Pick<OrderRow, 'id' | 'offeredTokenVersion'>,
): Promise<void> {
  if (offeredTokenVersion !== null && (await acceptOfferedToken(tx, id, offeredTokenVersion)))
    await refillGrants(tx, id, createGrantTerms())
}

function describeFile(
  reply: FastifyReply,
  { sha256 }: ItemFileRow,
  { disposition, mime }: DownloadHeaders,
): FastifyReply {
  return reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': disposition,
    'content-security-policy': 'sandbox',
    'content-type': mime,
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
  })
}

/**
 * Returns the first and last byte of the requested range. The whole file is sent for several ranges, for other units
 * than bytes, and for an `If-Range` that names another version of the file. If the file comes directly from the object
 * storage, `If-Range` has a tag of that storage, which judges it: the bytes under a key never change.
 */
function parseRangeHeader(
  { headers }: FastifyRequest,
  { sizeBytes, sha256 }: ItemFileRow,
  { isDirect }: { isDirect: boolean },
) {
  const whole = { start: 0, end: sizeBytes - 1, partial: false }
  const condition = isDirect ? undefined : headers['if-range']
  if (!headers.range || (condition !== undefined && condition !== `"${sha256}"`)) return whole
  const parsed = parseRange(sizeBytes, headers.range)
  if (parsed === -1) return 'unsatisfiable' as const
  const [only, ...others] = parsed === -2 || parsed.type !== 'bytes' ? [] : parsed
  return only && others.length === 0 ? { start: only.start, end: only.end, partial: true } : whole
}

/**
 * Passes a stream on. If the connection breaks before its end, the bytes that were not sent are returned to the grant, so
 * that resuming the download costs nothing.
 */
function returnUnsentBytes(
  { db }: OrdersDeps,
  use: GrantedFile,
  stream: Readable,
  bytes: number,
  log: FastifyBaseLogger,
): Readable {
  let sentBytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sentBytes += chunk.length
      done(null, chunk)
    },
  })
  return pipeline(stream, counter, () => {
    if (sentBytes >= bytes) return
    addUnsentBytes(db, use, bytes - sentBytes).catch((error: unknown) =>
      log.error({ err: error, ...use }, 'bytes of a broken download were not returned'),
    )
  })
}
