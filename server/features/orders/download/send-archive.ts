import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { ApiError } from '#server/http/api-error.ts'
import { RESPONSE_SENT } from '#server/http/endpoint.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { type ArchiveFile, type OrderArchive, planOrderArchive } from '../files/archive.ts'
import { findItemFileVersions } from '../files/queries.ts'
import { getOrderByToken } from '../order.ts'
import { findOrderItems } from '../queries.ts'
import { isFileClosed } from '../rules/access-rules.ts'
import type { ByteRange } from '../zip/plan-zip.ts'
import {
  describeContent,
  describeRange,
  parseRangeHeader,
  refuseRange,
  sendHead,
} from '#server/http/content-range.ts'
import type { Context } from '#server/context.ts'
import type { RequestedPart } from './count-download.ts'
import { countParts, refuseExpired } from './count-request.ts'
import { returnUnsentBytes } from './unsent-bytes.ts'

/**
 * Sends all files of an order that can be downloaded in one ZIP archive, whole or by byte range, always through this
 * server. It counts as a download of each file, by the rules of `sendDownload`, and is refused if one of them has no
 * download left.
 * @throws ApiError as `sendDownload`; ERROR_ORDER_FILES_CHANGED if the order has other files now than the URL names, or
 * fewer than two
 */
export async function sendArchive(
  context: Context,
  { token, archive: path }: { token: string; archive: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<typeof RESPONSE_SENT> {
  const { db, storage } = context
  const order = await getOrderByToken(context, token)
  const items = await findOrderItems(db, order.id)
  if (items.every(({ grantId, closedAt }) => grantId === null || closedAt !== null))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })
  if (isFileClosed(order, { isInfected: false })) throw new ApiError('ERROR_DOWNLOADS_CLOSED')
  const archive = planOrderArchive(order, items, await findItemFileVersions(db, order.id))
  if (archive?.path !== path) throw new ApiError('ERROR_ORDER_FILES_CHANGED', path)
  refuseExpired(order, archive)

  const { plan, fileName } = archive
  const headers = { disposition: contentDisposition(fileName), mime: 'application/zip' }
  if (request.method === 'HEAD') {
    sendHead(reply, plan, headers)
    return RESPONSE_SENT
  }
  const range = parseRangeHeader(request, plan, { isDirect: false })
  if (range === 'unsatisfiable') {
    refuseRange(reply, plan)
    return RESPONSE_SENT
  }
  // A file that is not there costs the buyer no download, and does not break the archive in the middle.
  await requireStored(
    storage,
    plan.findFileParts(range).map(({ file }) => file),
  )
  await countParts(context, order, listParts(archive, range), request)
  describeContent(reply, plan, headers)
  describeRange(reply, plan, range).send(
    returnUnsentBytes(
      { db, log: request.log },
      plan.read(range, (file, part) => storage.read(file.storageKey, part)),
      range.end - range.start + 1,
      sentBytes => listParts(archive, { start: range.start + sentBytes, end: range.end }),
    ),
  )
  return RESPONSE_SENT
}

/**
 * Lists the parts of files in a part of an archive. The first byte of an archive begins a download of every file, also
 * of those that come later.
 */
function listParts({ plan, files }: OrderArchive, range: ByteRange): RequestedPart[] {
  const fromStart = range.start === 0
  const bytesByFile = new Map(
    plan
      .findFileParts(range)
      .map(({ file, range: { start, end } }) => [file, end - start + 1] as const),
  )
  return files
    .filter(file => fromStart || bytesByFile.has(file))
    .map(file => ({
      grantId: file.grantId,
      fileId: file.fileId,
      fileBytes: file.sizeBytes,
      bytes: bytesByFile.get(file) ?? 0,
      fromStart,
      directStart: null,
    }))
}

/** The number of files whose sizes are looked up at the same time. */
const LOOKUPS_AT_ONCE = 8

/** @throws Error if the storage does not have a file of an archive, or has another number of bytes */
async function requireStored(storage: Storage, files: readonly ArchiveFile[]): Promise<void> {
  const limit = pLimit(LOOKUPS_AT_ONCE)
  await limit.map(files, async ({ storageKey, sizeBytes }) => {
    const storedBytes = await storage.fileSize(storageKey)
    if (storedBytes !== sizeBytes)
      throw new Error(`${storedBytes} of ${sizeBytes} bytes of ${storageKey} are stored`)
  })
}
