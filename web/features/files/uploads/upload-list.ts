import type { ErrorCode } from '#contract/core/errors.ts'
import type { Upload } from '#contract/files/uploads.ts'

/**
 * What happens to a file: it waits until those before it are sent, its bytes are sent, its connection was cut and is
 * tried again, the seller has paused it, the session has ended, another tab sends it and this one goes on if that tab
 * is closed, another tab sends it and this one does not have the file, the file must be chosen again, the server checks
 * it, a product can take it, or it was refused.
 */
export type UploadStatus =
  | 'queued'
  | 'sending'
  | 'interrupted'
  | 'paused'
  | 'signedOut'
  | 'elsewhere'
  | 'elsewhereOnly'
  | 'needsFile'
  | 'checking'
  | 'ready'
  | 'failed'

/** A file that is uploaded, as this tab knows it. */
export interface FileUpload {
  /** The fingerprint of the file. */
  key: string
  /** The id of the upload; undefined until the server has one. */
  id: string | undefined
  fileName: string
  sizeBytes: number
  sentBytes: number
  status: UploadStatus
  /** Why the file was refused. */
  error?: ErrorCode | undefined
}

/** The statuses of a file that goes on without the seller. */
const GOES_ON: ReadonlySet<UploadStatus> = new Set([
  'queued',
  'sending',
  'interrupted',
  'elsewhere',
  'elsewhereOnly',
])

export const goesOn = ({ status }: FileUpload): boolean => GOES_ON.has(status)

/** Tells whether another tab sends a file, so that this one asks the server how far it is. */
export const isInOtherTab = ({ status }: FileUpload): boolean =>
  status === 'elsewhere' || status === 'elsewhereOnly'

/** Changes one file of a list, or adds it. */
export function putUpload(
  list: readonly FileUpload[],
  key: string,
  changes: Partial<FileUpload> & Pick<FileUpload, 'status'>,
  added: Pick<FileUpload, 'fileName' | 'sizeBytes'>,
): FileUpload[] {
  const existing = list.find(upload => upload.key === key)
  const before = existing ?? { key, id: undefined, sentBytes: 0, ...added }
  const changed: FileUpload = { ...before, error: undefined, ...changes }
  return existing ? list.map(upload => (upload.key === key ? changed : upload)) : [...list, changed]
}

/**
 * Joins the files of this tab with those that the server knows. What this tab sends, it knows better; of a file that it
 * will go on with after another tab, only the bytes are taken from the server. A file that only the server knows must
 * be chosen again, unless another tab sends it.
 * @param keysOfOtherTabs the fingerprints of the files that other tabs send
 */
export function joinWithServer(
  list: readonly FileUpload[],
  listed: readonly Upload[],
  keysOfOtherTabs: ReadonlySet<string>,
): FileUpload[] {
  const kept = list
    .filter(({ status }) => status !== 'needsFile' && status !== 'elsewhereOnly')
    .map(upload => {
      const known = listed.find(({ fingerprint }) => fingerprint === upload.key)
      return upload.status === 'elsewhere' && known
        ? { ...upload, sentBytes: known.receivedBytes }
        : upload
    })
  const ofTab = new Set(kept.map(({ key }) => key))
  // The newest comes first, and stands for older ones of the same file.
  const others = listed.filter(
    ({ fingerprint }, index) =>
      !ofTab.has(fingerprint) &&
      listed.findIndex(other => other.fingerprint === fingerprint) === index,
  )
  return [
    ...kept,
    ...others.map(upload => ({
      key: upload.fingerprint,
      id: upload.id,
      fileName: upload.fileName,
      sizeBytes: upload.sizeBytes,
      sentBytes: upload.receivedBytes,
      ...describeState(upload, keysOfOtherTabs.has(upload.fingerprint)),
    })),
  ]
}

function describeState(
  { state, refusal }: Upload,
  isElsewhere: boolean,
): Pick<FileUpload, 'status' | 'error'> {
  if (state === 'refused') return { status: 'failed', error: refusal ?? undefined }
  if (state === 'receiving') return { status: isElsewhere ? 'elsewhereOnly' : 'needsFile' }
  return { status: state }
}

/** The statuses of refusals that pass: a request that took too long, a conflict, a lock, and too many requests. */
const PASSING = new Set([0, 408, 409, 423, 429])

/** Tells whether a call that failed can succeed later without the seller. */
export const isTemporary = ({ status, code }: { status: number; code: ErrorCode }): boolean =>
  code !== 'ERROR_TOO_MANY_UPLOADS' && (status >= 500 || PASSING.has(status))
