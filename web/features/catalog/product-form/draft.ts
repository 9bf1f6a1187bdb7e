import { type OwnProduct, ProductForm } from '#contract/catalog/products.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { onSessionEnd } from '#web/api/session.ts'
import type { ProductInput } from './product-fields.tsx'

/** The two files of a product: its cover and the file that buyers download. */
export interface ProductFiles {
  image: File | null
  product: File | null
}

/** A draft: the input of a product form that has not been saved on the server. */
interface Draft {
  form: Partial<ProductInput>
  files: ProductFiles
}

/**
 * The key of a draft: the id of the seller, and the id of the product or `new`. A seller id of 0 means that the user
 * could not be loaded; no draft is saved then.
 */
export type DraftKey = `${number}/new` | `${number}/${number}`

const PREFIX = 'kiosko:draft:'
/** The prefix under which the browser keeps what was sent of a draft, and when. */
const SENT_PREFIX = 'kiosko:sent:'
/** The difference between the clocks of the browser and the server that still counts as the same time. */
const CLOCK_TOLERANCE_MS = 10 * 60_000
const NO_FILES: ProductFiles = { image: null, product: null }

/** The files of each draft. They are kept in memory only, because `localStorage` cannot store them. */
const filesByDraft = new Map<DraftKey, ProductFiles>()
/** The drafts that were sent to the server, each with its content at that time and its Idempotency-Key. */
const sentDrafts = new Map<
  DraftKey,
  { text: string; files: ProductFiles; idempotencyKey: string }
>()
/** The drafts whose upload runs in this tab. */
const uploadingDrafts = new Set<DraftKey>()
const listeners = new Set<() => void>()

/**
 * Saves the input of a new product as a draft. The texts survive a reload and an expired session; the files are lost
 * when the page is reloaded. An empty form deletes the draft.
 */
export function saveNewProductDraft(
  key: DraftKey,
  form: Partial<ProductInput>,
  files = NO_FILES,
): void {
  const hasText = Object.entries(form).some(([name, value]) => name !== 'isPriceDynamic' && value)
  if (hasText || files.image || files.product) save(key, form, files)
  else deleteDraft(key)
}

/**
 * Saves the fields that differ from the product as a draft. The other fields are omitted, so that restoring the draft
 * does not undo changes made on another device. If no field differs, the draft is deleted.
 */
export function saveEditDraft(
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
  // Without a known seller nothing is saved, because the draft would be offered to the next user of this computer.
  if (key.startsWith('0/')) return
  filesByDraft.set(key, files)
  writeToStorage(key, JSON.stringify(form))
}

export function deleteDraft(key: DraftKey): void {
  filesByDraft.delete(key)
  sentDrafts.delete(key)
  writeToStorage(key, null)
  writeItem(SENT_PREFIX + key, null)
}

/** Deletes the draft of a product that was published, unless another tab has changed the draft since. */
export function deleteSentDraft(key: DraftKey, form: Partial<ProductInput>): void {
  const storedText = readDraftText(key)
  if (storedText === null || comparableText(parseForm(storedText)) === comparableText(form))
    deleteDraft(key)
  else {
    filesByDraft.delete(key)
    sentDrafts.delete(key)
  }
}

/**
 * Notes that the upload of a draft starts. Until it ends, the draft is not offered again, and what was sent is stored, so
 * that the draft can be recognized as published if the page is left before the response arrives.
 * @returns a function that notes the end of the upload
 */
export function noteUpload(key: DraftKey, form: Partial<ProductInput>): () => void {
  writeItem(SENT_PREFIX + key, JSON.stringify({ form, sentAt: Date.now() }))
  setUploading(key, true)
  return () => setUploading(key, false)
}

function setUploading(key: DraftKey, isUploading: boolean): void {
  if (isUploading) uploadingDrafts.add(key)
  else uploadingDrafts.delete(key)
  for (const listener of listeners) listener()
}

export const isDraftUploading = (key: DraftKey): boolean => uploadingDrafts.has(key)

/**
 * Deletes the draft of a new product if one of the products is what was sent of it. The response to the upload may never
 * have arrived, since the page was left or the connection broke.
 */
export function deletePublishedDraft(
  key: DraftKey,
  products: readonly Pick<
    OwnProduct,
    'name' | 'description' | 'price' | 'subcategory' | 'createdAt'
  >[],
): void {
  if (uploadingDrafts.has(key)) return
  const sent = readSentForm(key)
  const storedText = readDraftText(key)
  if (!sent || storedText === null) return
  if (comparableText(parseForm(storedText)) !== comparableText(sent.form)) return
  const parsed = ProductForm.safeParse(sent.form)
  if (!parsed.success) return
  const { name, description, price, subcategoryId } = parsed.data
  const isPublished = products.some(
    product =>
      product.name === name &&
      product.description === description &&
      product.price === price &&
      product.subcategory.id === subcategoryId &&
      Date.parse(product.createdAt) > sent.sentAt - CLOCK_TOLERANCE_MS,
  )
  if (isPublished) deleteDraft(key)
}

function readSentForm(key: DraftKey): { form: Partial<ProductInput>; sentAt: number } | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SENT_PREFIX + key) ?? 'null')
    return stored === null ? undefined : (stored as { form: Partial<ProductInput>; sentAt: number })
  } catch {
    return undefined
  }
}

/** Returns a text that is equal for two forms with the same values. */
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
 * Returns the Idempotency-Key with which a draft is sent. It stays the same until the draft changes, so that sending
 * the draft again after a lost response does not publish the product twice.
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

/** Returns the stored text of a draft. The text is a stable snapshot, as `useSyncExternalStore` requires. */
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
  writeItem(PREFIX + key, text)
  for (const listener of listeners) listener()
}

function writeItem(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // If the browser's storage is full or blocked, the input is kept only by the form itself, until the page is closed.
  }
}

function parseForm(text: string | null): Partial<ProductInput> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<ProductInput>
  } catch {
    return {}
  }
}

// After an expired session the seller can restore the drafts. After a sign-out all drafts are deleted from this
// computer.
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
