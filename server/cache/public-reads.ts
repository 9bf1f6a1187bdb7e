import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, OpenDatabase } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'

/** The time in milliseconds for which a replica that failed is left alone. */
const REST_MS = 5000
const PROBE_INTERVAL_MS = 1000

/** What is known when the replica was found to have replayed everything. */
interface Verification {
  changes: number
  connections: number
}

/**
 * Reads what is the same for everybody, from the read replica if there is one and from the primary otherwise. The
 * replica is used only once it has replayed every change that this process has been notified of, so that a read never
 * returns what an invalidation has just dropped from the cache. If the replica lags, hangs or fails, or while the
 * LISTEN connection is down, the primary is used.
 */
export class PublicReads {
  readonly #primary: Database
  readonly #replica: Database | undefined
  readonly #log: Logger
  readonly #probes: NodeJS.Timeout | undefined
  /** How many reads each database has answered since the process started. */
  readonly counts = { primary: 0, replica: 0 }
  #isListening = false
  /** Whether the replica answered the last probe, and no read has failed since. */
  #isUsable = false
  #restsUntil = 0
  #changes = 0
  /** The place in the primary's log that the replica must have replayed after this number of changes. */
  #target: { changes: number; lsn: string } | undefined
  /**
   * How many connections to the replica were ever opened. A new one may lead to a replica that was restarted, which
   * shows an older state until it has replayed its log again.
   */
  #connections = 0
  #verified: Verification | undefined
  #verification: Promise<void> | undefined

  constructor({ db, replica }: Pick<OpenDatabase, 'db' | 'replica'>, log: Logger) {
    this.#primary = db
    this.#replica = replica
    this.#log = log
    if (!replica) return
    replica.$client.on('connect', () => {
      this.#connections += 1
    })
    this.#probes = setInterval(() => void this.#probe(replica), PROBE_INTERVAL_MS).unref()
  }

  /** To be called for each notification of a change of public data. */
  addChange(): void {
    this.#changes += 1
  }

  /** To be called when the connection that listens for notifications is made or lost. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.#changes += 1
  }

  /**
   * Runs `read` on the replica, or on the primary. It may run twice, so it must change nothing.
   * @param mustBeFresh uses the primary in any case, for a visitor who has just changed something
   * @throws the error of `read` on the primary, or an ApiError that `read` throws on the replica
   */
  async read<T>(read: (db: Database) => Promise<T> | T, mustBeFresh = false): Promise<T> {
    const answer = mustBeFresh ? undefined : await this.#readReplica(read)
    this.counts[answer ? 'replica' : 'primary'] += 1
    return answer ? answer.value : read(this.#primary)
  }

  close(): void {
    clearInterval(this.#probes)
  }

  /** Returns undefined if the replica cannot answer, or its answer may be outdated. */
  async #readReplica<T>(read: (db: Database) => Promise<T> | T): Promise<{ value: T } | undefined> {
    const replica = this.#replica
    if (!replica || !this.#isUsable || !this.#isListening) return undefined
    try {
      if (!(await this.#isUpToDate(replica))) return undefined
      const connections = this.#connections
      const value = await read(replica)
      return connections === this.#connections ? { value } : undefined
    } catch (error) {
      if (error instanceof ApiError) throw error
      this.#rest(error)
      return undefined
    }
  }

  async #isUpToDate(replica: Database): Promise<boolean> {
    if (this.#isVerified()) return true
    // Reads share a verification. It counts for a read only if no change came since, also before the read began.
    this.#verification ??= this.#verify(replica).finally(() => {
      this.#verification = undefined
    })
    await this.#verification
    return this.#isVerified()
  }

  #isVerified(): boolean {
    const { changes, connections } = this.#verified ?? {}
    return changes === this.#changes && connections === this.#connections
  }

  async #verify(replica: Database): Promise<void> {
    const changes = this.#changes
    if (this.#target?.changes !== changes) {
      // The position of inserts also covers a commit that is not written yet, as with synchronous_commit off.
      const primary = await this.#primary.execute<{ lsn: string }>(
        sql`select pg_current_wal_insert_lsn()::text as lsn`,
      )
      this.#target = { changes, lsn: primary.rows[0]!.lsn }
    }
    const connections = this.#connections
    const { rows } = await replica.execute<{ isCurrent: boolean | null }>(
      sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${this.#target.lsn}::pg_lsn as "isCurrent"`,
    )
    // The replica never goes back as long as its connections live.
    if (rows[0]?.isCurrent) this.#verified = { changes, connections }
  }

  #rest(error: unknown): void {
    if (this.#isUsable)
      this.#log.warn({ err: error }, 'the read replica fails, so the primary is read')
    this.#isUsable = false
    this.#restsUntil = Date.now() + REST_MS
  }

  async #probe(replica: Database): Promise<void> {
    if (this.#isUsable || Date.now() < this.#restsUntil) return
    try {
      await replica.execute(sql`select 1`)
      this.#isUsable = true
      this.#log.info('the read replica answers')
    } catch {
      this.#restsUntil = Date.now() + REST_MS
    }
  }
}
