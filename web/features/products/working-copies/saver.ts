import type { WorkingCopy, TypedFields } from '#contract/products/working-copy.ts'
import type { ErrorCode } from '#contract/core/errors.ts'

/** What a product form tells about the saving of what is typed. Where nothing was saved it is new. */
export type SaveState =
  | { status: 'new' }
  | { status: 'saved'; savedAt: string }
  | { status: 'saving' }
  | { status: 'failed'; code: ErrorCode }

export type SaveResult =
  | {
      ok: true
      body: WorkingCopy
      /** The fields of the request that created the draft, if this one did. */
      created?: TypedFields
    }
  | { ok: false; code: ErrorCode }

export interface SaverOptions {
  /** The product as it is stored, or will be; a new one has the id 0 until it is. */
  copy: Pick<WorkingCopy, 'id' | 'fields' | 'version'>
  /** Sends the fields that changed; creates the draft if the product is not stored yet. */
  save: (fields: TypedFields) => Promise<SaveResult>
  onState: (state: SaveState) => void
  /** Called with the fields that another device has changed, and that were not typed in here meanwhile. */
  onChangeElsewhere: (fields: TypedFields) => void
}

/** How long nothing is typed before it is saved. */
const PAUSE_MS = 800
const RETRY_MS = 5000
/** Failures that last until the seller does something, so the request is not repeated by itself. */
const LASTING_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'ERROR_PRODUCT_NOT_FOUND',
  'ERROR_TOO_MANY_DRAFTS',
  'INVALID_DATA',
  'ERROR_USER_NOT_AUTHORIZED',
])

export const isLastingFailure = (code: ErrorCode): boolean => LASTING_FAILURES.has(code)

/**
 * Saves the fields of a product form a moment after they were typed, one request at a time. A failed request is tried
 * again with whatever was typed since, until it succeeds. A new draft is created at the first letter.
 */
export function createSaver({ copy, save, onState, onChangeElsewhere }: SaverOptions) {
  let stored: TypedFields = copy.fields
  let { version } = copy
  let isStored = copy.id > 0
  let typed: TypedFields = stored
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  /** Those who wait until a new draft is stored, such as files. */
  const waiting = new Set<(result: SaveResult) => void>()

  const findChanges = (): TypedFields =>
    Object.fromEntries(
      Object.keys(typed).flatMap(name => {
        const value = valueOf(typed, name)
        return value === valueOf(stored, name)
          ? []
          : [[name, (typed as Record<string, string | boolean | undefined>)[name] ?? '']]
      }),
    )
  const hasChanges = () => Object.keys(findChanges()).length > 0

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delayMs)
  }

  const send = async (): Promise<boolean> => {
    const changes = findChanges()
    onState({ status: 'saving' })
    const result = await save(changes)
    if (!result.ok) {
      onState({ status: 'failed', code: result.code })
      if (isLastingFailure(result.code)) answerWaiting(result)
      else schedule(RETRY_MS)
      return false
    }
    // An earlier request may have created the draft, and another device may have changed it since.
    const { created } = result
    const before = created ?? stored
    stored = result.body.fields
    if (result.body.version > version + 1) {
      const isTyped = (name: string) =>
        (!created && name in changes) || valueOf(typed, name) !== valueOf(before, name)
      const elsewhere = Object.entries(stored).filter(
        ([name, value]) => valueOf(before, name) !== value && !isTyped(name),
      )
      typed = { ...typed, ...Object.fromEntries(elsewhere) }
      if (elsewhere.length > 0) onChangeElsewhere(Object.fromEntries(elsewhere))
    }
    version = result.body.version
    isStored = true
    onState({ status: 'saved', savedAt: result.body.savedAt ?? '' })
    answerWaiting(result)
    return true
  }

  const answerWaiting = (result: SaveResult) => {
    for (const answer of waiting) answer(result)
    waiting.clear()
  }
  const mustSend = () => hasChanges() || waiting.size > 0

  const start = (): Promise<boolean> =>
    (running = send().finally(() => {
      running = undefined
    }))

  /** Saves what is not saved yet, after the request that runs. Returns whether everything is saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    for (;;) {
      const request = running ?? (mustSend() ? start() : undefined)
      if (!request) return true
      if (!(await request)) return false
    }
  }

  return {
    /** Takes the values of the form, and saves them once nothing is typed for a moment. */
    change(values: TypedFields) {
      typed = { ...typed, ...values }
      if (hasChanges()) schedule(isStored ? PAUSE_MS : 0)
    },
    flush,
    /**
     * Stores a product that is not stored yet. Resolves once it is, or if it cannot be until the seller does something.
     */
    store(): Promise<{ ok: true } | { ok: false; code: ErrorCode }> {
      if (isStored) return Promise.resolve({ ok: true })
      return new Promise(resolve => {
        waiting.add(resolve)
        void flush()
      })
    },
    /** Takes a newer version that this form has caused otherwise, such as by a cover. */
    adopt(newer: Pick<WorkingCopy, 'version'>) {
      version = Math.max(version, newer.version)
    },
    hasChanges,
    /** Returns what was typed and is not stored, and what is stored in these fields. */
    findUnsent(): { fields: TypedFields; before: TypedFields } {
      const fields = findChanges()
      const before = Object.entries(stored).filter(([name]) => name in fields)
      return { fields, before: Object.fromEntries(before) }
    },
  }
}

/** Returns the value of a field; a field that was never typed in, and a switch that is off, are empty. */
const valueOf = (fields: TypedFields, name: string) =>
  (fields as Record<string, string | boolean | undefined>)[name] || ''
