import { DRAFT_FIELDS, type DraftFields } from '#contract/catalog/drafts.ts'
import { onSessionEnd } from '#web/api/session.ts'

/** What was typed for a new product and is not on the server yet, since the network is down or the page was left. */
export interface UnsentDraft {
  /** The Idempotency-Key of the request that creates the draft, so that its repetition creates no second one. */
  key: string
  /** What was typed. */
  fields: DraftFields
  /** The fields of the first request, which each repetition must have too; undefined if none was sent. */
  sent?: DraftFields | undefined
}

/** The prefix of the names in the browser's storage, followed by the id of the seller. */
const PREFIX = 'kiosko:draft:'
const getPrefix = (sellerId: number) => `${PREFIX}${sellerId}/new/`
const getName = (sellerId: number, key: string) => getPrefix(sellerId) + key

const listeners = new Set<() => void>()

/**
 * Keeps what was typed until the server has it. An empty form is not kept.
 * @param sellerId 0 if the seller is not known; then nothing is kept, since the next user of this computer would get it
 */
export function keepUnsentDraft(sellerId: number, draft: UnsentDraft): void {
  if (sellerId === 0) return
  write(getName(sellerId, draft.key), hasText(draft) ? JSON.stringify(draft) : null)
}

const hasText = ({ fields }: UnsentDraft) => Object.values(fields).some(value => value)

export function deleteUnsentDraft(sellerId: number, key: string): void {
  write(getName(sellerId, key), null)
}

/** Finds a new product of the seller that the server does not have yet. */
export function findUnsentDraft(sellerId: number): UnsentDraft | undefined {
  if (sellerId === 0) return undefined
  for (const name of listNames(getPrefix(sellerId))) {
    const draft = parse(read(name))
    if (draft) return draft
    store(name, null)
  }
  return undefined
}

/** Returns the stored text of an unsent draft, which is a stable snapshot, as `useSyncExternalStore` requires. */
export function readUnsentText(sellerId: number): string | null {
  const [name] = listNames(getPrefix(sellerId))
  return name === undefined ? null : read(name)
}

/** Deletes what was typed for new products and is not on the server. */
export function discardUnsentDrafts(sellerId: number): void {
  for (const name of listNames(getPrefix(sellerId))) write(name, null)
}

export function subscribeToUnsentDrafts(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function parse(text: string | null): UnsentDraft | undefined {
  const { key, fields, sent } = (parseJson(text) ?? {}) as Record<string, unknown>
  if (typeof key !== 'string') return undefined
  return {
    key,
    fields: toDraftFields(fields),
    ...(sent !== undefined && { sent: toDraftFields(sent) }),
  }
}

/**
 * Takes the fields that the form of a product has, in its sequence, so that a repeated request is equal to the first.
 */
export function toDraftFields(value: unknown): DraftFields {
  const fields = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    DRAFT_FIELDS.flatMap(name => {
      const typed = fields[name]
      return typeof typed === 'string' || typeof typed === 'boolean' ? [[name, typed]] : []
    }),
  )
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function listNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(prefix))
      .sort()
  } catch {
    return []
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // If the browser's storage is full or blocked, the input is kept only by the form itself, until the page is closed.
  }
}

function write(name: string, text: string | null): void {
  store(name, text)
  for (const listener of listeners) listener()
}

// After an expired session the seller finds what was typed again. After a sign-out nothing is left on this computer.
onSessionEnd(isSignOut => {
  if (isSignOut)
    for (const name of listNames(PREFIX))
      if (/^\d+\/new\//.test(name.slice(PREFIX.length))) write(name, null)
})
