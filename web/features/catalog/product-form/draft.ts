import { randomId } from '#web/api/random-id.ts'
import { forgetOnSignOut } from '#web/api/session.ts'
import type { ProductInput } from './product-fields.tsx'

/** The two files of a product: its cover and the file that buyers download. */
export interface ProductFiles {
  image: File | null
  product: File | null
}

/** The input of a product form that has not been saved on the server. */
interface Draft {
  form: Partial<ProductInput>
  files: ProductFiles
}

/**
 * Identifies a draft by its seller and by the product, or `new`. Seller 0 means that the user could not be loaded:
 * nothing is saved.
 */
export type DraftKey = `${number}/new` | `${number}/${number}`

const PREFIX = 'kiosko:draft:'
const NO_FILES: ProductFiles = { image: null, product: null }

/** Files are kept in memory only, because `localStorage` cannot store them. */
const filesOf = new Map<DraftKey, ProductFiles>()
/** For each draft that was sent: its content at that time and its Idempotency-Key. */
const sentOf = new Map<DraftKey, { text: string; files: ProductFiles; requestKey: string }>()
const listeners = new Set<() => void>()

/**
 * Saves the input of a new product. Texts survive a reload and an expired session; files last as long as the page. An
 * empty form deletes the draft.
 */
export function keepDraft(key: DraftKey, form: Partial<ProductInput>, files = NO_FILES): void {
  const typed = Object.entries(form).some(([name, value]) => name !== 'isPriceDynamic' && value)
  if (typed || files.image || files.product) keep(key, form, files)
  else dropDraft(key)
}

/**
 * Saves only the fields that differ from the product, so that restoring the draft does not undo changes made to other
 * fields on another device. Without any difference the draft is deleted.
 */
export function keepChanges(
  key: DraftKey,
  form: Partial<ProductInput>,
  original: ProductInput,
  files = NO_FILES,
): void {
  const changed = Object.entries(form).filter(
    ([name, value]) => value !== original[name as keyof ProductInput],
  )
  if (changed.length > 0 || files.image || files.product)
    keep(key, Object.fromEntries(changed), files)
  else dropDraft(key)
}

function keep(key: DraftKey, form: Partial<ProductInput>, files: ProductFiles): void {
  // The next user of this computer would find the draft.
  if (key.startsWith('0/')) return
  filesOf.set(key, files)
  store(key, JSON.stringify(form))
}

export function dropDraft(key: DraftKey): void {
  filesOf.delete(key)
  sentOf.delete(key)
  store(key, null)
}

/** Deletes a draft that was published, unless another tab has changed it since. */
export function dropSent(key: DraftKey, form: Partial<ProductInput>): void {
  const stored = textOf(key)
  if (stored === null || textFor(parsed(stored)) === textFor(form)) dropDraft(key)
  else {
    filesOf.delete(key)
    sentOf.delete(key)
  }
}

/** Returns a text that is equal for forms with the same filled-in values. */
function textFor(form: Partial<ProductInput>): string {
  const filled = Object.entries(form).flatMap(([name, value]) => (value ? [name] : []))
  return JSON.stringify(form, filled.sort())
}

export function draftOf(key: DraftKey): Draft | undefined {
  const form = textOf(key)
  const files = filesOf.get(key)
  if (form === null && !files) return undefined
  return { form: parsed(form), files: files ?? NO_FILES }
}

/**
 * Returns the Idempotency-Key to send a draft with. It stays the same while the draft does not change, so that sending
 * it again after a lost response does not publish the product twice.
 */
export function requestKeyOf(
  key: DraftKey,
  form: Partial<ProductInput>,
  files: ProductFiles,
): string {
  const text = JSON.stringify(form, Object.keys(form).sort())
  const sent = sentOf.get(key)
  const isSame =
    sent?.text === text && sent.files.image === files.image && sent.files.product === files.product
  const requestKey = isSame ? sent.requestKey : randomId()
  sentOf.set(key, { text, files, requestKey })
  return requestKey
}

/** Returns the stored text of a draft, a stable snapshot for `useSyncExternalStore`. */
export function textOf(key: DraftKey): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function store(key: DraftKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
  } catch {
    // If storage is full or blocked, the draft lives as long as the page, in the form itself.
  }
  for (const listener of listeners) listener()
}

function parsed(text: string | null): Partial<ProductInput> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<ProductInput>
  } catch {
    return {}
  }
}

// After an expired session the texts are restored. After a sign-out nothing stays on this computer.
forgetOnSignOut(left => {
  filesOf.clear()
  sentOf.clear()
  if (left) for (const key of storedKeys()) dropDraft(key)
})

function storedKeys(): DraftKey[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX))
      .map(name => name.slice(PREFIX.length) as DraftKey)
  } catch {
    return []
  }
}
