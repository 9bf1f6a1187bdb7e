import { createRandomId } from '#web/api/random-id.ts'
import { onSessionEnd } from '#web/api/session.ts'
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
const filesByDraft = new Map<DraftKey, ProductFiles>()
/** For each draft that was sent: its content at that time and its Idempotency-Key. */
const sentDrafts = new Map<
  DraftKey,
  { text: string; files: ProductFiles; idempotencyKey: string }
>()
const listeners = new Set<() => void>()

/**
 * Saves the input of a new product. Texts survive a reload and an expired session; files last as long as the page. An
 * empty form deletes the draft.
 */
export function saveDraft(key: DraftKey, form: Partial<ProductInput>, files = NO_FILES): void {
  const hasText = Object.entries(form).some(([name, value]) => name !== 'isPriceDynamic' && value)
  if (hasText || files.image || files.product) save(key, form, files)
  else deleteDraft(key)
}

/**
 * Saves only the fields that differ from the product, so that restoring the draft does not undo changes made to other
 * fields on another device. Without any difference the draft is deleted.
 */
export function saveChanges(
  key: DraftKey,
  form: Partial<ProductInput>,
  original: ProductInput,
  files = NO_FILES,
): void {
  const changedFields = Object.entries(form).filter(
    ([name, value]) => value !== original[name as keyof ProductInput],
  )
  if (changedFields.length > 0 || files.image || files.product)
    save(key, Object.fromEntries(changedFields), files)
  else deleteDraft(key)
}

function save(key: DraftKey, form: Partial<ProductInput>, files: ProductFiles): void {
  // A draft without a known seller would be offered to the next user of this computer.
  if (key.startsWith('0/')) return
  filesByDraft.set(key, files)
  writeToStorage(key, JSON.stringify(form))
}

export function deleteDraft(key: DraftKey): void {
  filesByDraft.delete(key)
  sentDrafts.delete(key)
  writeToStorage(key, null)
}

/** Deletes a draft that was published, unless another tab has changed it since. */
export function deleteSentDraft(key: DraftKey, form: Partial<ProductInput>): void {
  const storedText = readDraftText(key)
  if (storedText === null || comparableText(parseForm(storedText)) === comparableText(form))
    deleteDraft(key)
  else {
    filesByDraft.delete(key)
    sentDrafts.delete(key)
  }
}

/** Returns a text that is equal for forms with the same filled-in values. */
function comparableText(form: Partial<ProductInput>): string {
  const filledFields = Object.entries(form).flatMap(([name, value]) => (value ? [name] : []))
  return JSON.stringify(form, filledFields.sort())
}

export function readDraft(key: DraftKey): Draft | undefined {
  const form = readDraftText(key)
  const files = filesByDraft.get(key)
  if (form === null && !files) return undefined
  return { form: parseForm(form), files: files ?? NO_FILES }
}

/**
 * Returns the Idempotency-Key to send a draft with. It stays the same while the draft does not change, so that sending
 * it again after a lost response does not publish the product twice.
 */
export function getIdempotencyKey(
  key: DraftKey,
  form: Partial<ProductInput>,
  files: ProductFiles,
): string {
  const text = JSON.stringify(form, Object.keys(form).sort())
  const sentDraft = sentDrafts.get(key)
  const isSame =
    sentDraft?.text === text &&
    sentDraft.files.image === files.image &&
    sentDraft.files.product === files.product
  const idempotencyKey = isSame ? sentDraft.idempotencyKey : createRandomId()
  sentDrafts.set(key, { text, files, idempotencyKey })
  return idempotencyKey
}

/** Returns the stored text of a draft, a stable snapshot for `useSyncExternalStore`. */
export function readDraftText(key: DraftKey): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function writeToStorage(key: DraftKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
  } catch {
    // If storage is full or blocked, the draft lives as long as the page, in the form itself.
  }
  for (const listener of listeners) listener()
}

function parseForm(text: string | null): Partial<ProductInput> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<ProductInput>
  } catch {
    return {}
  }
}

// After an expired session the texts are restored. After a sign-out nothing stays on this computer.
onSessionEnd(isSignOut => {
  filesByDraft.clear()
  sentDrafts.clear()
  if (isSignOut) for (const key of storedDraftKeys()) deleteDraft(key)
})

function storedDraftKeys(): DraftKey[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX))
      .map(name => name.slice(PREFIX.length) as DraftKey)
  } catch {
    return []
  }
}
