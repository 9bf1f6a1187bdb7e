import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount } from './core/fields.ts'

export const CHECK_STATES = [
  'ok',
  /** It needs an admin, as an alert of this severity would say. */
  'warning',
  'critical',
  /** Nothing has happened yet from which the state could be told. */
  'unmeasured',
  /** The check itself failed or took too long. */
  'unknown',
] as const
export const CheckState = z.enum(CHECK_STATES)
export type CheckState = z.infer<typeof CheckState>

/** The result of a check: its state, since when it needs an admin, if that is known, and its figures. */
const check = <Shape extends Record<string, z.ZodMiniType>>(figures: Shape) =>
  z.object({
    state: CheckState,
    since: z.nullable(IsoDateTime),
    /** Null if they could not be read. */
    figures: z.nullable(z.object(figures)),
  })

const nullableTime = z.nullable(IsoDateTime)

/** How many events of a kind there were lately in all running processes, and the time of the last one that is known. */
const Tally = z.object({ count: z.int(), lastAt: nullableTime })
export type Tally = z.infer<typeof Tally>

export const SystemStatus = z.object({
  measuredAt: IsoDateTime,
  database: check({ responseMs: z.int() }),
  /** The read replica; null if there is none. The lag is null while it is not connected to its primary. */
  replica: z.nullable(check({ lagSeconds: z.nullable(z.int()) })),
  /** The stored files: the space of their disk, or the name of their bucket. */
  storage: check({
    isWritable: z.boolean(),
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
    bucket: z.nullable(z.string()),
  }),
  /** Attempts to send an email in the last 10 minutes. */
  mail: check({ sent: Tally, refused: Tally, failed: Tally }),
  /** Calls to the payment provider in the last 5 minutes. It is paused while a circuit breaker is open. */
  provider: check({ answered: Tally, failed: Tally, isPaused: z.boolean() }),
  /** First emails with the downloads of an order in the last 30 minutes; late is more than 5 minutes after the payment. */
  delivery: check({ inTime: Tally, late: Tally }),
  /** The jobs by lane. `waiting` are due or running, `failing` will be tried again. */
  jobs: check({
    lanes: z.array(
      z.object({
        lane: z.string(),
        waiting: z.int(),
        oldestSeconds: z.int(),
        failing: z.int(),
        isLate: z.boolean(),
      }),
    ),
  }),
  /** The jobs that were given up, which `GET /admin/jobs` lists. */
  failedJobs: check({ count: z.int() }),
  schedules: check({
    tasks: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['ok', 'failed', 'late', 'planned']),
        everySeconds: z.int(),
        doneAt: nullableTime,
        failedAt: nullableTime,
        /** The error of the last failed run, without user input; null unless the state is `failed` or `late`. */
        lastError: z.nullable(z.string()),
      }),
    ),
  }),
  webhookEvents: check({ count: z.int(), oldestSeconds: z.int() }),
  reviews: check({
    inReview: z.int(),
    held: z.int(),
    /** The totals of the orders in review. */
    amounts: z.array(z.object({ currency: Currency, amountMinor: MinorAmount })),
  }),
  refundsDue: check({ count: z.int() }),
  unmatchedPayments: check({ count: z.int() }),
  /** The files that wait for their scan; null without a scanner. */
  scans: z.nullable(check({ count: z.int(), oldestSeconds: z.int() })),
  invariants: check({ violated: z.int(), checkedAt: nullableTime }),
  processes: check({
    processes: z.array(
      z.object({
        role: z.enum(['all', 'web', 'worker']),
        host: z.string(),
        version: z.string(),
        startedAt: IsoDateTime,
        seenAt: IsoDateTime,
        /** False for a process that ended without a word and was not replaced. */
        isRunning: z.boolean(),
      }),
    ),
    /** Whether a process that runs jobs is among them. */
    hasWorker: z.boolean(),
  }),
})
export type SystemStatus = z.infer<typeof SystemStatus>
export type CheckName = Exclude<keyof SystemStatus, 'measuredAt'>

/** Checks every part of the marketplace now. A check that fails or takes too long does not affect the others. */
export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/admin/status',
  summary: 'Get the state of every part of the marketplace',
  access: 'admin',
  reply: SystemStatus,
})
