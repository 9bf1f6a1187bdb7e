import { PRODUCT_FIELDS, type TypedFields } from '#contract/products/working-copy.ts'
import { onSessionEnd } from '#web/api/session.ts'

/**
 * What was typed into the form of a product and is not on the server yet, since the network is down or the page was
 * left.
 */
export interface UnsentChanges {
  /**
   * The id of the product; of a new one, the Idempotency-Key of the request that creates the draft, so that its
   * repetition creates no second one.
   */
  key: string
  /** What was typed. */
  fields: TypedFields
  /** For a product that the server has: what it had in these fields, so that a newer change is seen. */
  before?: TypedFields | undefined
  /** The fields of the first request, which each repetition must have too; undefined if none was sent. */
  sent?: TypedFields | undefined
}

/** The prefix of the names in the browser's storage, followed by the id of the seller. */
const PREFIX = 'kiosko:draft:'
const isId = (key: string) => /^\d+$/.test(key)
const getPrefix = (sellerId: number) => `${PREFIX}${sellerId}/`
const getName = (sellerId: number, key: string) =>
  getPrefix(sellerId) + (isId(key) ? key : `new/${key}`)

const listeners = new Set<() => void>()

/**
 * Keeps what was typed until the server has it. An empty form of a new product is not kept.
 * @param sellerId 0 if the seller is not known; then nothing is kept, since the next user of this computer would get it
 */
export function keepUnsent(sellerId: number, changes: UnsentChanges): void {
  if (sellerId === 0) return
  const { key, fields } = changes
  const isKept = isId(key)
    ? Object.keys(fields).length > 0
    : Object.values(fields).some(value => value)
  write(getName(sellerId, key), isKept ? JSON.stringify(changes) : null)
}

export function deleteUnsent(sellerId: number, key: string): void {
  write(getName(sellerId, key), null)
}

/** Finds what was typed for a product that the server has. */
export function findUnsent(sellerId: number, id: number): UnsentChanges | undefined {
  return sellerId === 0 ? undefined : parse(read(getName(sellerId, String(id))))
}

/** Finds a new product of the seller that the server does not have yet. */
export function findUnsentDraft(sellerId: number): UnsentChanges | undefined {
  if (sellerId === 0) return undefined
  for (const name of listDrafts(sellerId)) {
    const draft = parse(read(name))
    if (draft) return draft
    store(name, null)
  }
  return undefined
}

/**
 * Divides the edits that this browser has kept into fields that are still to be saved, and fields that were changed
 * elsewhere since, for which the value of the server counts.
 * @param stored the values on the server
 */
export function compareUnsent(
  { fields = {}, before = {} }: Partial<UnsentChanges> = {},
  stored: TypedFields,
): { unsaved: TypedFields; isOutdated: boolean } {
  const isSame = (name: string) =>
    (stored[name as keyof TypedFields] || '') === (before[name as keyof TypedFields] || '')
  const unsaved = Object.fromEntries(Object.entries(fields).filter(([name]) => isSame(name)))
  return { unsaved, isOutdated: Object.keys(fields).some(name => !isSame(name)) }
}

/** Returns the stored text of an unsent draft, which is a stable snapshot, as `useSyncExternalStore` requires. */
export function readUnsentText(sellerId: number): string | null {
  const [name] = listDrafts(sellerId)
  return name === undefined ? null : read(name)
}

/** Deletes what was typed for new products and is not on the server. */
export function discardUnsentDrafts(sellerId: number): void {
  for (const name of listDrafts(sellerId)) write(name, null)
}

export function subscribeToUnsentDrafts(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function parse(text: string | null): UnsentChanges | undefined {
  const { key, fields, before, sent } = (parseJson(text) ?? {}) as Record<string, unknown>
  if (typeof key !== 'string') return undefined
  return {
    key,
    fields: toTypedFields(fields),
    ...(before !== undefined && { before: toTypedFields(before) }),
    ...(sent !== undefined && { sent: toTypedFields(sent) }),
  }
}

/**
 * Picks the fields of the product form in a fixed sequence, so that a repeated request has the same body.
 */
export function toTypedFields(value: unknown): TypedFields {
  const fields = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    PRODUCT_FIELDS.flatMap(name => {
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

const listDrafts = (sellerId: number) => listNames(`${getPrefix(sellerId)}new/`)

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
  if (isSignOut) for (const name of listNames(PREFIX)) write(name, null)
})
