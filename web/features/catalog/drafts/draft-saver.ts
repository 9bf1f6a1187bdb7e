import type { Draft, DraftFields } from '#contract/catalog/drafts.ts'
import type { ErrorCode } from '#contract/core/errors.ts'

/** What the form of a draft tells about the saving of what is typed. */
export type SaveState =
  | { status: 'saved'; savedAt: string }
  | { status: 'saving' }
  | { status: 'failed'; code: ErrorCode }

export interface DraftSaverOptions {
  draft: Pick<Draft, 'fields' | 'version'>
  /** Sends the fields that changed. */
  save: (fields: DraftFields) => Promise<{ ok: true; body: Draft } | { ok: false; code: ErrorCode }>
  onState: (state: SaveState) => void
  /** Called with the fields that another device has changed, and that were not typed in here meanwhile. */
  onChangeElsewhere: (fields: DraftFields) => void
}

/** How long nothing is typed before it is saved. */
const PAUSE_MS = 800
const RETRY_MS = 5000

/**
 * Saves the fields of a draft a moment after they were typed, one request at a time. A failed request is tried again with
 * whatever was typed since, until it succeeds.
 */
export function createDraftSaver({ draft, save, onState, onChangeElsewhere }: DraftSaverOptions) {
  let stored: DraftFields = draft.fields
  let { version } = draft
  let typed: DraftFields = stored
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  const findChanges = (): DraftFields =>
    Object.fromEntries(
      Object.keys(typed).flatMap(name => {
        const value = valueOf(typed, name)
        return value === valueOf(stored, name) ? [] : [[name, value]]
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
      if (result.code !== 'ERROR_PRODUCT_NOT_FOUND') schedule(RETRY_MS)
      return false
    }
    const before = stored
    stored = result.body.fields
    if (result.body.version > version + 1) {
      const isTyped = (name: string) =>
        name in changes || valueOf(typed, name) !== valueOf(before, name)
      const elsewhere = Object.entries(stored).filter(
        ([name, value]) => valueOf(before, name) !== value && !isTyped(name),
      )
      typed = { ...typed, ...Object.fromEntries(elsewhere) }
      if (elsewhere.length > 0) onChangeElsewhere(Object.fromEntries(elsewhere))
    }
    version = result.body.version
    onState({ status: 'saved', savedAt: result.body.savedAt })
    return true
  }

  const start = (): Promise<boolean> =>
    (running = send().finally(() => {
      running = undefined
    }))

  /** Saves what is not saved yet, after the request that runs. Returns whether everything is saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    for (;;) {
      const request = running ?? (hasChanges() ? start() : undefined)
      if (!request) return true
      if (!(await request)) return false
    }
  }

  return {
    /** Takes the values of the form, and saves them once nothing is typed for a moment. */
    change(values: DraftFields) {
      typed = { ...typed, ...values }
      if (hasChanges()) schedule(PAUSE_MS)
    },
    flush,
    /** Takes a newer version that this form has caused otherwise, such as by a cover. */
    adopt(newer: Pick<Draft, 'version'>) {
      version = Math.max(version, newer.version)
    },
    hasChanges,
  }
}

/** Returns the value of a field; a field that was never typed in is empty. */
const valueOf = (fields: DraftFields, name: string) =>
  (fields as Record<string, string | boolean | undefined>)[name] ?? ''
