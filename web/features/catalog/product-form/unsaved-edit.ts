import { onSessionEnd } from '#web/api/session.ts'
import type { ProductInput } from './product-fields.tsx'

/** What was changed in the form of a published product and is not saved. */
interface UnsavedEdit {
  form: Partial<ProductInput>
  image: File | null
}

/**
 * The id of the seller and of the product. A seller id of 0 means that the user could not be loaded; nothing is kept
 * then.
 */
export type EditKey = `${number}/${number}`

const PREFIX = 'kiosko:draft:'
const EDIT_NAME = /^\d+\/\d+$/

/** The chosen covers. They are kept in memory only, because `localStorage` cannot store them. */
const coverByEdit = new Map<EditKey, File | null>()

/**
 * Keeps the fields that differ from the product, which survive a reload and an expired session. The other fields are
 * omitted, so that restoring them does not undo changes made on another device. If no field differs, nothing is kept.
 */
export function keepUnsavedEdit(
  key: EditKey,
  form: Partial<ProductInput>,
  original: ProductInput,
  image: File | null = null,
): void {
  // Without a known seller nothing is kept, because it would be offered to the next user of this computer.
  if (key.startsWith('0/')) return
  const changedFields = Object.entries(form).filter(
    ([name, value]) => value !== original[name as keyof ProductInput],
  )
  if (changedFields.length === 0 && !image) return deleteUnsavedEdit(key)
  coverByEdit.set(key, image)
  write(key, JSON.stringify(Object.fromEntries(changedFields)))
}

export function deleteUnsavedEdit(key: EditKey): void {
  coverByEdit.delete(key)
  write(key, null)
}

export function readUnsavedEdit(key: EditKey): UnsavedEdit | undefined {
  const text = read(key)
  const image = coverByEdit.get(key)
  if (text === null && image === undefined) return undefined
  return { form: parseForm(text), image: image ?? null }
}

function read(key: EditKey): string | null {
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

function write(key: EditKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
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

// After an expired session the seller finds the changes again. After a sign-out nothing is left on this computer.
onSessionEnd(isSignOut => {
  coverByEdit.clear()
  if (isSignOut) for (const key of listKeys()) write(key, null)
})

function listKeys(): EditKey[] {
  try {
    return Object.keys(localStorage)
      .filter(name => name.startsWith(PREFIX) && EDIT_NAME.test(name.slice(PREFIX.length)))
      .map(name => name.slice(PREFIX.length) as EditKey)
  } catch {
    return []
  }
}
