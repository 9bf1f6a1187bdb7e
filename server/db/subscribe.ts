import pg from 'pg'
import type { ChannelSubscriber, ChannelSubscription } from './client.ts'

const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 5000
const CONNECT_TIMEOUT_MS = 5000

/**
 * Subscribes to a PostgreSQL channel on a separate connection. If the connection is lost, it reconnects with growing
 * pauses.
 */
export async function subscribeToChannel(
  connectionString: string,
  channel: string,
  subscriber: ChannelSubscriber,
): Promise<ChannelSubscription> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = MIN_RETRY_MS
  let isClosed = false

  async function connect(): Promise<void> {
    const candidate = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    client = candidate
    candidate.on('notification', ({ payload }) => subscriber.onMessage(payload ?? ''))
    candidate.on('error', () => handleLoss(candidate))
    candidate.on('end', () => handleLoss(candidate))
    try {
      await candidate.connect()
      await candidate.query(`listen ${channel}`)
      if (client !== candidate) return
      retryMs = MIN_RETRY_MS
      subscriber.onConnect()
    } catch {
      handleLoss(candidate)
    }
  }

  /** A lost connection emits several events, of which only the first is handled. */
  function handleLoss(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    subscriber.onDisconnect()
    void lost.end().catch(() => undefined)
    if (isClosed) return
    timer = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  await connect()
  return {
    restart() {
      if (client) handleLoss(client)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
