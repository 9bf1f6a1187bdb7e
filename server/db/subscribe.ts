import pg from 'pg'
import type { Ear, Listener } from './client.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
const CONNECT_MS = 5000

/** Listens on a connection of its own, and connects again, with growing pauses, whenever it is lost. */
export async function listenAt(
  connectionString: string,
  channel: string,
  listener: Listener,
): Promise<Ear> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = FIRST_PAUSE_MS
  let isClosed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    client = fresh
    fresh.on('notification', ({ payload }) => listener.heard(payload ?? ''))
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (client !== fresh) return
      pauseMs = FIRST_PAUSE_MS
      listener.up()
    } catch {
      lose(fresh)
    }
  }

  /** Once a connection: the ways to lose it overlap. */
  function lose(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    listener.down()
    void lost.end().catch(() => undefined)
    if (isClosed) return
    timer = setTimeout(() => void connect(), pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }

  await connect()
  return {
    restart() {
      if (client) lose(client)
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
