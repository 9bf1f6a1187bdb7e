import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/client.ts'
import type { PublicReads } from './public-reads.ts'
import type { ResponseCache } from './response-cache.ts'

/**
 * The PostgreSQL channel that triggers notify of every change of public data, inside the transaction of the change
 * (decision 0020).
 */
const CHANNEL = 'public_changes'
/** The notification payload that invalidates the whole cache. */
const ALL = '*'
const ECHO = 'echo:'
const HEARTBEAT_MS = 5000
const ECHO_TIMEOUT_MS = 1000

export interface CacheInvalidation {
  /**
   * Resolves when every change that was committed before the call has invalidated the cache of this process.
   * Notifications arrive in the sequence of their commits, so the function sends a notification and waits for its
   * arrival.
   */
  waitForOwnWrites(): Promise<void>
  close(): Promise<void>
}

/**
 * Invalidates cache entries when any process commits a change. While the connection that listens for notifications is
 * down, the cache is disabled, since invalidations would be missed, and so is the read replica.
 */
export async function subscribeToInvalidations(
  { db, subscribe }: Pick<OpenDatabase, 'db' | 'subscribe'>,
  {
    responseCache: cache,
    publicReads,
  }: {
    responseCache: ResponseCache
    publicReads: PublicReads
  },
): Promise<CacheInvalidation> {
  const pendingEchoes = new Map<string, () => void>()
  let isConnected = false
  const subscription = await subscribe(CHANNEL, {
    onMessage(tag) {
      if (tag.startsWith(ECHO)) {
        pendingEchoes.get(tag)?.()
        return
      }
      publicReads.addChange()
      if (tag === ALL) cache.clear()
      else cache.invalidate(tag)
    },
    onConnect() {
      isConnected = true
      publicReads.setListening(true)
      cache.setEnabled(true)
    },
    onDisconnect() {
      isConnected = false
      publicReads.setListening(false)
      cache.setEnabled(false)
    },
  })

  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** Calls share an echo, but not the one under way, which may have been sent before the change of a caller. */
  function waitForOwnWrites(): Promise<void> {
    if (running)
      return (next ??= running.then(() => {
        next = undefined
        return waitForOwnWrites()
      }))
    running = sendEcho().finally(() => {
      running = undefined
    })
    return running
  }

  async function sendEcho(): Promise<void> {
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
    // No notification arrives although the connection is open, so it is replaced; the cache is disabled until the new
    // connection works.
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
