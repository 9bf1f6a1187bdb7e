import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type GrantedFile,
  addUnsentBytes,
  findNewestDownload,
  getGrantUse,
  hasDownloads,
  insertDownload,
  isAccessClosed,
  lockGrant,
  markDownloadFromStart,
} from './queries.ts'

/**
 * The seconds after a counted download in which its other parts are not counted again, although it is not known that
 * they were lost: a phone sleeps over night, and a slow line breaks more than once.
 */
const CONTINUATION_SECONDS = DAY_SECONDS

/** A part of a file that a client requests: the first byte, and the number of bytes. */
export interface RequestedPart {
  start: number
  bytes: number
  fileBytes: number
}

/** What decides whether a request continues a download. */
interface GrantUse {
  /** The bytes of counted downloads that were not sent yet. */
  unsentBytes: number
  /** The newest counted download; undefined if there is none. */
  newest: { ageSeconds: number; fromStart: boolean } | undefined
}

/**
 * Tells whether a part belongs to a download that was counted already: one of the last day, or one of which at least as
 * many bytes were not sent, however long ago it began. The parts of a resumed download and the parallel parts of a download manager are counted once, in whatever
 * sequence they arrive. All downloads of a version by a grant together can send the file once more than they were counted,
 * for the bytes that were lost on the way of a broken connection.
 */
export function continuesDownload(
  { start, bytes, fileBytes }: RequestedPart,
  { unsentBytes, newest }: GrantUse,
): boolean {
  if (!newest || (start === 0 && newest.fromStart)) return false
  if (newest.ageSeconds > CONTINUATION_SECONDS) return unsentBytes >= bytes
  return unsentBytes - bytes >= -fileBytes
}

/**
 * Counts the download that a part belongs to, and reserves the bytes of the part.
 * @param callbacks.onStart runs in the same transaction before the grant is locked
 * @param callbacks.onFirstDownload runs in it if nothing was downloaded by this grant before
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED with 403 if the grant was closed meanwhile; ERROR_DOWNLOADS_CLOSED if the
 * downloads were closed meanwhile; ERROR_MISSING_OR_EXPIRED_TOKEN
 * with 410 if the grant has expired, or if the part would be another download and none is left
 */
export async function countDownload(
  db: Database,
  use: GrantedFile,
  part: RequestedPart,
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
    const grant = await lockGrant(tx, use.grantId)
    if (!grant || grant.closedAt)
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no open grant', { status: 403 })
    if (await isAccessClosed(tx, use)) throw new ApiError('ERROR_DOWNLOADS_CLOSED')
    if (grant.isExpired) throw refusal(`grant ${use.grantId} has expired`)
    const { downloads, unsentBytes } = await getGrantUse(tx, use)
    const newest = await findNewestDownload(tx, use)
    const fromStart = part.start === 0
    if (newest && continuesDownload(part, { unsentBytes, newest })) {
      if (fromStart) await markDownloadFromStart(tx, newest.id)
      await addUnsentBytes(tx, use, -part.bytes)
      return
    }
    if (downloads >= LIMITS.downloadsPerGrant)
      throw refusal(`file ${use.fileId} of grant ${use.grantId} is used up`)
    const isFirst = !(await hasDownloads(tx, use.grantId))
    await insertDownload(tx, use, { userAgent, fromStart })
    await addUnsentBytes(tx, use, part.fileBytes - part.bytes)
    if (isFirst) await onFirstDownload(tx)
  })
}

const refusal = (detail: string) =>
  new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', detail, { status: 410 })
