import { LIMITS } from '#contract/core/limits.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type FileUse,
  type GrantedFile,
  addFileUses,
  findFileUses,
  findGrantsWithDownloads,
  insertDownloads,
  isAccessClosed,
  lockGrants,
  markDownloadsFromStart,
  updateDirectStarts,
} from './queries.ts'

/**
 * The seconds after a counted download in which its other parts are not counted again, although it is not known that
 * they were lost: a phone sleeps over night, and a slow line breaks more than once.
 */
const CONTINUATION_SECONDS = DAY_SECONDS

/**
 * A part of a file that a client requests: the number of bytes of it, and whether the request is for the first byte of
 * the file, or of the archive with it.
 */
export interface RequestedPart extends GrantedFile {
  fromStart: boolean
  bytes: number
  fileBytes: number
  /**
   * The first byte of a part that goes to the end of the file and is sent by the object storage, so that nobody tells
   * how much of it was sent; null for any other part.
   */
  directStart: number | null
}

/**
 * Tells whether a part belongs to a download that was counted already: one of the last day, or one of which at least as
 * many bytes were not sent, however long ago it began. The parts of a resumed download and the parallel parts of a
 * download manager are counted once, in whatever sequence they arrive. All downloads of a version by a grant together
 * can send the file once more than they were counted, for the bytes that were lost on the way of a broken connection.
 */
export function continuesDownload(
  { fromStart, bytes, fileBytes }: Pick<RequestedPart, 'fromStart' | 'bytes' | 'fileBytes'>,
  { unsentBytes, newest }: Pick<FileUse, 'unsentBytes' | 'newest'>,
): boolean {
  if (!newest || (fromStart && newest.fromStart)) return false
  if (newest.ageSeconds > CONTINUATION_SECONDS) return unsentBytes >= bytes
  return unsentBytes - bytes >= -fileBytes
}

/**
 * Tells whether a part is what is missing of the last one that the object storage sent: it begins later, and both go to
 * the end of the file. Its bytes were reserved by the part before, so that a line that breaks every hour costs no more
 * than one that does not. Whoever begins a little later each time gets the file more often than it was counted, as
 * whoever passes on a signed link while it is valid.
 */
export const resumesDirectPart = (
  { directStart }: Pick<RequestedPart, 'directStart'>,
  { newest, directStart: lastStart }: Pick<FileUse, 'newest' | 'directStart'>,
): boolean =>
  directStart !== null &&
  lastStart !== null &&
  directStart > lastStart &&
  newest !== undefined &&
  newest.ageSeconds <= CONTINUATION_SECONDS

/**
 * Counts the downloads that parts of one or several files belong to, and reserves the bytes of the parts: all or none.
 * @param parts of different files of one order
 * @param callbacks.onStart runs in the same transaction before the grants are locked
 * @param callbacks.onFirstDownload runs in it if nothing was downloaded by one of the grants before
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED with 403 if a grant was closed meanwhile;
 *   ERROR_DOWNLOADS_CLOSED if the downloads were closed meanwhile;
 *   ERROR_MISSING_OR_EXPIRED_TOKEN with 410 if a grant has expired, or if a part would be another download of a file
 *     and none is left
 */
export async function countDownloads(
  db: Database,
  parts: readonly RequestedPart[],
  userAgent: string,
  {
    onStart,
    onFirstDownload,
  }: {
    onStart: (tx: Transaction) => Promise<void>
    onFirstDownload: (tx: Transaction) => Promise<void>
  },
): Promise<void> {
  await runTransaction(db, async tx => {
    await onStart(tx)
    const grantIds = [...new Set(parts.map(({ grantId }) => grantId))]
    const grants = await lockGrants(tx, grantIds)
    if (grants.length < grantIds.length || grants.some(({ closedAt }) => closedAt !== null))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })
    if (await isAccessClosed(tx, parts)) throw new ApiError('ERROR_DOWNLOADS_CLOSED')
    if (grants.some(({ isExpired }) => isExpired)) throw refusal(`a grant has expired`)

    const uses = await findFileUses(tx, parts)
    const resumed = new Set<RequestedPart>()
    const started = new Set<RequestedPart>()
    const begunAgain: number[] = []
    for (const part of parts) {
      const use = uses.find(part)
      if (resumesDirectPart(part, use)) resumed.add(part)
      else if (!continuesDownload(part, use)) started.add(part)
      else if (part.fromStart) begunAgain.push(use.newest!.id)
    }
    const usedUp = [...started].find(part => uses.find(part).downloads >= LIMITS.downloadsPerGrant)
    if (usedUp) throw refusal(`file ${usedUp.fileId} of grant ${usedUp.grantId} is used up`)

    const usedGrants = started.size > 0 ? await findGrantsWithDownloads(tx, grantIds) : grantIds
    await markDownloadsFromStart(tx, begunAgain)
    await insertDownloads(tx, [...started], userAgent)
    await addFileUses(
      tx,
      parts
        .filter(part => !resumed.has(part))
        .map(part => {
          const { grantId, fileId, bytes, fileBytes } = part
          return started.has(part)
            ? { grantId, fileId, downloads: 1, unsentBytes: fileBytes - bytes }
            : { grantId, fileId, downloads: 0, unsentBytes: -bytes }
        }),
    )
    await updateDirectStarts(
      tx,
      parts.filter(({ directStart }) => directStart !== null),
    )
    if (usedGrants.length < grantIds.length) await onFirstDownload(tx)
  })
}

const refusal = (detail: string) =>
  new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', detail, { status: 410 })
