import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/client.ts'
import type { Copies } from './store.ts'

/** Where triggers tell of what the public sees, in the transaction that changes it (docs/decisions/0020). */
const CHANNEL = 'public_changes'
/** As a payload: everything may have changed. */
const ALL = '*'
const SETTLED = 'settled:'
const HEARTBEAT_MS = 5000
const SETTLE_MS = 1000

export interface Changes {
  /**
   * Resolves when every change committed before the call has reached the copies of this process. Changes are
   * heard in the order of their commits, so hearing a word of one's own is enough.
   */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Lets copies go as soon as another process, or this one, commits a change. Deaf, nothing is kept. */
export async function followChanges(
  { db, listen }: Pick<OpenDatabase, 'db' | 'listen'>,
  copies: Copies,
): Promise<Changes> {
  const waiting = new Map<string, () => void>()
  let isUp = false
  const ear = await listen(CHANNEL, {
    heard(tag) {
      if (tag === ALL) copies.dropAll()
      else if (!tag.startsWith(SETTLED)) copies.drop(tag)
      else waiting.get(tag)?.()
    },
    up() {
      isUp = true
      copies.turn(true)
    },
    down() {
      isUp = false
      copies.turn(false)
    },
  })

  async function settle(): Promise<void> {
    if (!isUp) return
    const word = SETTLED + randomUUID()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const late = setTimeout(() => resolve(false), SETTLE_MS)
    waiting.set(word, () => resolve(true))
    const sent = await db.execute(sql`select pg_notify(${CHANNEL}, ${word})`).then(
      () => true,
      () => false,
    )
    const isHeard = sent && (await promise)
    clearTimeout(late)
    waiting.delete(word)
    // A line that is open and says nothing: begin again, and keep nothing until then.
    if (!isHeard) ear.restart()
  }

  const heartbeat = setInterval(() => void settle(), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    settle,
    async close() {
      clearInterval(heartbeat)
      await ear.close()
    },
  }
}
