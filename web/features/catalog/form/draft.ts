import type { ProductInput } from './product-fields.tsx'
import { forgetOnSignOut } from '../../../api/session.ts'

/** The two files of a product. */
export interface ProductFiles {
  image: File | null
  product: File | null
}

/** What was filled in and did not arrive yet. */
interface Draft {
  form: Partial<ProductInput>
  files: ProductFiles
}

/** Whose draft, and of what: a new product, or changes of one. */
export type DraftKey = `${number}/new` | `${number}/${number}`

const PREFIX = 'kiosko:draft:'
const NO_FILES: ProductFiles = { image: null, product: null }

/** Files live as long as the page; a browser stores none of them. */
const filesOf = new Map<DraftKey, ProductFiles>()
/** What a draft was when it was sent first, and under which key. */
const sentOf = new Map<DraftKey, { text: string; files: ProductFiles; requestKey: string }>()
const listeners = new Set<() => void>()

/**
 * Keeps what was typed: the texts outlive the page and the session, the files the page alone. A form nobody
 * typed into is no draft.
 */
export function keepDraft(key: DraftKey, form: Partial<ProductInput>, files = NO_FILES): void {
  const typed = Object.entries(form).some(([name, value]) => name !== 'isPriceDynamic' && value)
  if (!typed && !files.image && !files.product) return dropDraft(key)
  filesOf.set(key, files)
  store(key, JSON.stringify(form))
}

export function dropDraft(key: DraftKey): void {
  filesOf.delete(key)
  sentOf.delete(key)
  store(key, null)
}

export function draftOf(key: DraftKey): Draft | undefined {
  const form = textOf(key)
  const files = filesOf.get(key)
  if (form === null && !files) return undefined
  return { form: parsed(form), files: files ?? NO_FILES }
}

/**
 * The Idempotency-Key to send a draft under: the same while nothing in it changes, so that sending again after a
 * lost answer publishes nothing twice.
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
  const requestKey = isSame ? sent.requestKey : crypto.randomUUID()
  sentOf.set(key, { text, files, requestKey })
  return requestKey
}

/** The stored text of a draft, for `useSyncExternalStore`: the same string until it changes. */
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
    // Storage that is full or switched off: the draft lives as long as the page, in the form itself.
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

// A session that ran out finds its texts again; whoever signs out leaves nothing on this machine.
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
