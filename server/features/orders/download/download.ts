import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/http/api-error.ts'
import { RESPONSE_SENT } from '#server/http/endpoint.ts'
import { chooseItemFiles } from '../files/item-files.ts'
import { type ItemFileRow, findItemFileVersions } from '../files/queries.ts'
import { getOrderByToken } from '../order.ts'
import { isFileClosed } from '../rules/access-rules.ts'
import {
  describeContent,
  describeRange,
  parseRangeHeader,
  refuseRange,
  sendHead,
} from '#server/http/content-range.ts'
import type { Context } from '#server/context.ts'
import { countParts, refuseExpired } from './count-request.ts'
import { findGrant } from './queries.ts'
import { returnUnsentBytes } from './unsent-bytes.ts'

/**
 * The path parameters of a download: the order's token, the item and, unless it is the first file, the file version.
 */
export interface DownloadParams {
  token: string
  item: number
  file?: number
}

/**
 * Sends a bought file, whole or by byte range: as a stream, or as a redirect to a signed link of the object storage. A
 * request that starts at the first byte counts as a download. HEAD
 * requests, and range requests that continue a download of the last day, do not count; what a connection did not
 * transfer can be requested again.
 * @throws ApiError PAYMENT_NOT_FOUND if the link is invalid; ERROR_USER_NOT_AUTHORIZED with 403 before the order is
 * approved, and after a refund or chargeback; ERROR_DOWNLOADS_CLOSED while they are closed;
 * ERROR_MISSING_OR_EXPIRED_TOKEN with 410 if the grant has expired or is
 * used up
 */
export async function sendDownload(
  context: Context,
  params: DownloadParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const order = await getOrderByToken(context, params.token)
  const grant = await findGrant(context.db, order.id, params.item)
  const file = await findFile(context, order.id, params)
  if (!file) throw new ApiError('PAYMENT_NOT_FOUND', `item ${params.item}, file ${params.file}`)
  if (!grant || grant.closedAt)
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })
  if (isFileClosed(order, file)) throw new ApiError('ERROR_DOWNLOADS_CLOSED')

  const headers = { disposition: contentDisposition(file.fileName), mime: file.mime }
  const content = { sizeBytes: file.sizeBytes, digest: file.sha256 }
  if (request.method === 'HEAD') {
    refuseExpired(order, grant)
    sendHead(reply, content, headers)
    return RESPONSE_SENT
  }
  // The link is signed first, so that a failure costs the buyer no download.
  const link = await context.storage.signDownload(file.storageKey, headers)
  const range = parseRangeHeader(request, content, { isDirect: link !== undefined })
  if (range === 'unsatisfiable') {
    refuseRange(reply, content)
    return RESPONSE_SENT
  }
  const use = { grantId: grant.id, fileId: file.id }
  const bytes = range.end - range.start + 1
  const part = {
    ...use,
    fromStart: range.start === 0,
    bytes,
    fileBytes: file.sizeBytes,
    directStart: link !== undefined && range.end === file.sizeBytes - 1 ? range.start : null,
  }
  if (link !== undefined) {
    await countParts(context, order, [part], request)
    reply.header('cache-control', 'private, no-store').redirect(link)
    return RESPONSE_SENT
  }
  // The file is opened first, so that a file that cannot be read costs the buyer no download.
  const stream = await context.storage.read(file.storageKey, range)
  try {
    await countParts(context, order, [part], request)
  } catch (error) {
    stream.destroy()
    throw error
  }
  describeContent(reply, content, headers)
  describeRange(reply, content, range).send(
    returnUnsentBytes({ db: context.db, log: request.log }, stream, bytes, sentBytes => [
      { ...use, bytes: bytes - sentBytes },
    ]),
  )
  return RESPONSE_SENT
}

/**
 * Finds the file version that a download asks for: any that the buyer may get, or else the newest of the first file.
 */
async function findFile(
  { db }: Context,
  orderId: string,
  { item, file }: DownloadParams,
): Promise<ItemFileRow | undefined> {
  const versions = (await findItemFileVersions(db, orderId)).filter(({ itemId }) => itemId === item)
  return file === undefined
    ? chooseItemFiles(versions)[0]?.file
    : versions.find(({ id }) => id === file)
}
