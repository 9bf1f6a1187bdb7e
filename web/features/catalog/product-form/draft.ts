import { randomId } from '#web/api/random-id.ts'
import { forgetOnSignOut } from '#web/api/session.ts'
import type { ProductInput } from './product-fields.tsx'

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

/** Whose draft, and of what: a new product, or changes of one. Of seller 0, who is not known, none is kept. */
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
  if (typed || files.image || files.product) keep(key, form, files)
  else dropDraft(key)
}

/**
 * Keeps what differs from the product as it was, and that alone: what has become of the other fields meanwhile,
 * on another device, is not undone. Changes that were taken back are no draft.
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
  // Whoever uses this machine next would find it.
  if (key.startsWith('0/')) return
  filesOf.set(key, files)
  store(key, JSON.stringify(form))
}

export function dropDraft(key: DraftKey): void {
  filesOf.delete(key)
  sentOf.delete(key)
  store(key, null)
}

/** Lets go of a draft that arrived, unless something else was typed since, in another tab. */
export function dropSent(key: DraftKey, form: Partial<ProductInput>): void {
  const stored = textOf(key)
  if (stored === null || textFor(parsed(stored)) === textFor(form)) dropDraft(key)
  else {
    filesOf.delete(key)
    sentOf.delete(key)
  }
}

/** Equal for forms that say the same. */
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
  const requestKey = isSame ? sent.requestKey : randomId()
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
