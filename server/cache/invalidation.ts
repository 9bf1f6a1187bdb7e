import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/client.ts'
import type { ResponseCache } from './response-cache.ts'

/** Triggers notify this channel of every public change, inside the transaction that makes it (decision 0020). */
const CHANNEL = 'public_changes'
/** The payload that invalidates everything. */
const ALL = '*'
const ECHO = 'echo:'
const HEARTBEAT_MS = 5000
const ECHO_TIMEOUT_MS = 1000

export interface CacheInvalidation {
  /**
   * Resolves when every change committed before the call has invalidated the cache of this process. Notifications
   * arrive in the order of their commits, so it sends one of its own and waits for it.
   */
  waitForOwnWrites(): Promise<void>
  close(): Promise<void>
}

/**
 * Invalidates cache entries when any process commits a change. While the LISTEN connection is down, caching is
 * disabled, since invalidations would be missed.
 */
export async function subscribeToInvalidations(
  { db, subscribe }: Pick<OpenDatabase, 'db' | 'subscribe'>,
  cache: ResponseCache,
): Promise<CacheInvalidation> {
  const pendingEchoes = new Map<string, () => void>()
  let isConnected = false
  const subscription = await subscribe(CHANNEL, {
    onMessage(tag) {
      if (tag === ALL) cache.clear()
      else if (!tag.startsWith(ECHO)) cache.invalidate(tag)
      else pendingEchoes.get(tag)?.()
    },
    onConnect() {
      isConnected = true
      cache.setEnabled(true)
    },
    onDisconnect() {
      isConnected = false
      cache.setEnabled(false)
    },
  })

  async function waitForOwnWrites(): Promise<void> {
    if (!isConnected) return
    const echo = ECHO + randomUUID()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timeout = setTimeout(() => resolve(false), ECHO_TIMEOUT_MS)
    pendingEchoes.set(echo, () => resolve(true))
    const isSent = await db.execute(sql`select pg_notify(${CHANNEL}, ${echo})`).then(
      () => true,
      () => false,
    )
    const isReceived = isSent && (await promise)
    clearTimeout(timeout)
    pendingEchoes.delete(echo)
    // The connection is open but silent: reconnecting disables the cache until notifications arrive again.
    if (!isReceived) subscription.restart()
  }

  const heartbeat = setInterval(() => void waitForOwnWrites(), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    waitForOwnWrites,
    async close() {
      clearInterval(heartbeat)
      await subscription.close()
    },
  }
}
