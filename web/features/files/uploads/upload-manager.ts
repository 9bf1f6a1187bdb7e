import pLimit from 'p-limit'
import { useSyncExternalStore } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import { listUploads, type Upload } from '#contract/files/uploads.ts'
import { callEndpoint } from '#web/api/client.ts'
import { isReadable } from '#web/api/is-readable.ts'
import { onSessionEnd, revalidateSession } from '#web/api/session.ts'
import { untilAborted } from '#web/shared/until-aborted.ts'
import { persistently, waitForConnection } from '#web/ui/load-code.ts'
import { findSentKeys, runInOneTab } from './browser-locks.ts'
import { computeFingerprint } from './fingerprint.ts'
import { keepAwake } from './keep-awake.ts'
import {
  type FileUpload,
  type UploadStatus,
  goesOn,
  isInOtherTab,
  isTemporary,
  joinWithServer,
  putUpload,
} from './upload-list.ts'

/**
 * Sends files in chunks, whatever page of the dashboard is open. The list of files lives as long as the tab; the server
 * knows them too, so that a file goes on after a reload or on another device once it is chosen again.
 */

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 15_000
/** The first time after which the server is asked whether it has checked a file, and the longest. */
const FIRST_CHECK_MS = 100
const MAX_CHECK_MS = 1500
const OTHER_TAB_POLL_MS = 3000
const PROGRESS_MS = 200
/** This browser has sent a file, so its unfinished ones are asked for when the dashboard is opened. */
const HINT = 'uploads'

/** The statuses of a file that would stop if this tab was closed. */
const NEEDS_THIS_TAB: ReadonlySet<UploadStatus> = new Set(['queued', 'sending', 'interrupted'])

const loadSender = persistently(() => import('./send-file.ts'))

let uploads: readonly FileUpload[] = []
/** The user whose files these are. */
let ownerId: number | undefined
const listeners = new Set<() => void>()
/** The files that this tab can send, each with what pauses it. */
const sources = new Map<string, { file: File; pause: AbortController }>()

function setUploads(next: readonly FileUpload[]): void {
  uploads = next
  keepAwake(uploads.some(({ status }) => status === 'sending'))
  setLeaveWarning(uploads.some(({ status }) => NEEDS_THIS_TAB.has(status)))
  writeHint(uploads.length > 0)
  for (const listener of listeners) listener()
}

function change(
  key: string,
  changes: Partial<FileUpload> & Pick<FileUpload, 'status'>,
  file?: File,
): void {
  if (!file && !uploads.some(upload => upload.key === key)) return
  const added = { fileName: file?.name ?? '', sizeBytes: file?.size ?? 0 }
  setUploads(putUpload(uploads, key, changes, added))
}

const findUpload = (key: string) => uploads.find(upload => upload.key === key)

/** Files are sent one after another, so that the first ones are whole as soon as possible. */
const inTurn = pLimit(1)

/**
 * Starts to send a file once those before it are sent, or goes on where it was cut off.
 * @returns the key of the upload; undefined if the file was changed on the disk, so that it cannot be read any more
 */
export async function uploadFile(file: File): Promise<string | undefined> {
  const key = await readFingerprint(file)
  if (key === undefined) return undefined
  const existing = findUpload(key)
  const isSent = existing?.status === 'ready' || existing?.status === 'checking'
  // What the server says of another tab's upload is no reason not to wait for that tab.
  const isUnderWay = existing !== undefined && goesOn(existing) && sources.has(key)
  if (isSent || isUnderWay) return key
  const pause = new AbortController()
  sources.set(key, { file, pause })
  change(key, { status: 'queued' }, file)
  void send(key, file, pause.signal)
  return key
}

/** What becomes of a file that is sent: a product can take it, it was refused, or the seller has cancelled it. */
type SentFile =
  | { state: 'ready'; id: string }
  | { state: 'refused'; code: ErrorCode }
  | { state: 'cancelled' }

/** Waits until a file is sent and checked, however often its connection is cut. */
export function waitForUpload(key: string): Promise<SentFile> {
  return new Promise(resolve => {
    const look = () => {
      const upload = findUpload(key)
      if (upload && upload.status !== 'ready' && upload.status !== 'failed') return
      listeners.delete(look)
      if (!upload) resolve({ state: 'cancelled' })
      else if (upload.status === 'ready' && upload.id !== undefined)
        resolve({ state: 'ready', id: upload.id })
      else resolve({ state: 'refused', code: upload.error ?? 'UNKNOWN_ERROR' })
    }
    listeners.add(look)
    look()
  })
}

const readFingerprint = (file: File) => computeFingerprint(file).catch(() => undefined)

/** Goes on with a file that the server knows, if the chosen one is the same. @returns whether it is */
export async function continueUpload(key: string, file: File): Promise<boolean> {
  if ((await readFingerprint(file)) !== key) return false
  await uploadFile(file)
  return true
}

export function pauseUpload(key: string): void {
  sources.get(key)?.pause.abort()
  change(key, { status: 'paused' })
}

export function resumeUpload(key: string): void {
  const source = sources.get(key)
  if (source) void uploadFile(source.file)
  else change(key, { status: 'needsFile' })
}

/** Ends an upload. Its bytes are deleted, unless a product has taken them. */
export async function cancelUpload(key: string): Promise<void> {
  const upload = findUpload(key)
  sources.get(key)?.pause.abort()
  sources.delete(key)
  setUploads(uploads.filter(other => other.key !== key))
  if (upload?.id === undefined) return
  const { removeUpload } = await loadSender()
  // What cannot be deleted now expires.
  await removeUpload(upload.id).catch(() => undefined)
}

/** Forgets an upload whose file a product has taken. */
export function forgetUpload(key: string): void {
  sources.delete(key)
  setUploads(uploads.filter(upload => upload.key !== key))
}

/**
 * Asks the server for the unfinished files of a user, and goes on with those that this tab was sending when the session
 * ended.
 */
export async function loadUploads(userId: number): Promise<void> {
  if (ownerId !== undefined && ownerId !== userId) dropAll()
  ownerId = userId
  const listed = await fetchUploads()
  if (listed.ok) await join(listed.uploads)
  for (const { key, status } of uploads) if (status === 'signedOut') resumeUpload(key)
}

/** Joins the files of this tab with those of the server, and watches those that others go on with. */
async function join(listed: readonly Upload[]): Promise<void> {
  const keysOfOtherTabs = await findSentKeys()
  const watched = new Set(
    uploads.filter(({ status }) => status === 'checking').map(({ key }) => key),
  )
  setUploads(joinWithServer(uploads, listed, keysOfOtherTabs))
  for (const { key, status } of uploads)
    if (status === 'checking' && !sources.has(key) && !watched.has(key)) void watchCheck(key)
  if (uploads.some(isInOtherTab)) void watchOtherTabs()
}

/** Tells whether this browser has files that are not finished. */
export function hasUploadHint(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return false
  }
}

function writeHint(isNeeded: boolean): void {
  try {
    if (isNeeded) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Without storage, a seller finds the unfinished files where files are uploaded.
  }
}

async function fetchUploads(): Promise<
  { ok: true; uploads: Upload[] } | { ok: false; status: number; code: ErrorCode }
> {
  const result = await callEndpoint(listUploads, {})
  return result.ok ? { ok: true, uploads: result.body.uploads } : result
}

async function send(key: string, file: File, signal: AbortSignal): Promise<void> {
  await runInOneTab(
    key,
    signal,
    () => {
      change(key, { status: 'elsewhere' })
      void watchOtherTabs()
    },
    // A paused file leaves its lock at once, so that it is not taken for one of another tab when it goes on.
    () => Promise.race([inTurn(() => sendWhole(key, file, signal)), untilAborted(signal)]),
  )
  if (findUpload(key)?.status === 'checking') void watchCheck(key)
}

/** Sends a file to its end, or until it is paused, cancelled or refused. */
async function sendWhole(key: string, file: File, signal: AbortSignal): Promise<void> {
  let delayMs = FIRST_RETRY_MS
  while (!signal.aborted) {
    const sentBefore = findUpload(key)?.sentBytes ?? 0
    if ((await attempt(key, file, signal)) || signal.aborted) return
    if ((findUpload(key)?.sentBytes ?? 0) > sentBefore) delayMs = FIRST_RETRY_MS
    change(key, { status: 'interrupted' })
    await Promise.race([waitForConnection(delayMs), untilAborted(signal)])
    delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)
  }
}

/** Sends what the server does not have. @returns false if it was cut off and must be tried again */
async function attempt(key: string, file: File, signal: AbortSignal): Promise<boolean> {
  const listed = await fetchUploads()
  if (signal.aborted) return true
  if (!listed.ok) return fail(key, file, listed)
  const existing = listed.uploads.find(
    ({ fingerprint, state }) => fingerprint === key && state !== 'refused',
  )
  if (existing && existing.state !== 'receiving') {
    change(key, { status: 'checking', id: existing.id, sentBytes: existing.sizeBytes })
    return true
  }
  change(key, { status: 'sending', id: existing?.id })
  const { sendFile } = await loadSender()
  let shownAt = 0
  const result = await sendFile({
    file,
    fingerprint: key,
    id: existing?.id,
    signal,
    onId: id => change(key, { status: signal.aborted ? 'paused' : 'sending', id }),
    onProgress(sentBytes) {
      if (signal.aborted || performance.now() - shownAt < PROGRESS_MS) return
      shownAt = performance.now()
      change(key, { status: 'sending', sentBytes })
    },
  })
  if (result.state === 'failed') return fail(key, file, result)
  if (result.state === 'sent') change(key, { status: 'checking', sentBytes: file.size })
  return true
}

/** Notes why a file could not be sent. @returns false if it can be tried again */
async function fail(
  key: string,
  file: File,
  failure: { status: number; code: ErrorCode },
): Promise<boolean> {
  if (failure.status === 401) {
    change(key, { status: 'signedOut' })
    void revalidateSession()
    return true
  }
  if (!(await isReadable(file))) change(key, { status: 'failed', error: 'ERROR_FILE_CHANGED' })
  else if (isTemporary(failure)) return false
  else change(key, { status: 'failed', error: failure.code })
  return true
}

let isWatchingOtherTabs = false

/** Asks the server how far the files are that other tabs send, and whether those tabs were closed. */
async function watchOtherTabs(): Promise<void> {
  if (isWatchingOtherTabs) return
  isWatchingOtherTabs = true
  const owner = ownerId
  while (uploads.some(isInOtherTab)) {
    await new Promise(resolve => setTimeout(resolve, OTHER_TAB_POLL_MS))
    const shown = uploads
    const listed = await fetchUploads()
    if (ownerId !== owner || (!listed.ok && !isTemporary(listed))) break
    // What was cancelled or taken while the server was asked stays away.
    if (listed.ok)
      await join(
        listed.uploads.filter(
          ({ fingerprint }) =>
            findUpload(fingerprint) || !shown.some(({ key }) => key === fingerprint),
        ),
      )
  }
  isWatchingOtherTabs = false
}

/** Waits until the server has checked a file. */
async function watchCheck(key: string): Promise<void> {
  let delayMs = FIRST_CHECK_MS
  while (findUpload(key)?.status === 'checking') {
    const listed = await fetchUploads()
    const upload = listed.ok && listed.uploads.find(({ fingerprint }) => fingerprint === key)
    if (listed.ok && !upload) return forgetUpload(key)
    if (!listed.ok && !isTemporary(listed)) await failCheck(key, listed)
    if (upload && upload.state === 'ready') change(key, { status: 'ready', id: upload.id })
    if (upload && upload.state === 'refused')
      change(key, { status: 'failed', error: upload.refusal ?? undefined })
    await new Promise(resolve => setTimeout(resolve, delayMs))
    delayMs = Math.min(2 * delayMs, MAX_CHECK_MS)
  }
}

async function failCheck(key: string, { status, code }: { status: number; code: ErrorCode }) {
  if (status === 401) {
    change(key, { status: 'signedOut' })
    await revalidateSession()
  } else change(key, { status: 'failed', error: code })
}

function dropAll(): void {
  for (const { pause } of sources.values()) pause.abort()
  sources.clear()
  setUploads([])
}

// Who signs out leaves nothing behind in this tab. A session that has ended goes on after the next sign-in.
onSessionEnd(isSignOut => {
  if (isSignOut) dropAll()
})

let isWarning = false
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Asks before the tab is closed while files are sent. */
function setLeaveWarning(isNeeded: boolean): void {
  if (isNeeded === isWarning) return
  isWarning = isNeeded
  if (isNeeded) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const NONE: readonly FileUpload[] = []

/** Returns all files that are uploaded, for a component that shows them. */
export const useUploads = (): readonly FileUpload[] =>
  useSyncExternalStore(
    subscribe,
    () => uploads,
    () => NONE,
  )
