import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount } from './core/fields.ts'
import { JOB_LANE_NAMES } from './core/job-lanes.ts'

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

/** The groups of the status page. */
const CheckGroup = z.enum(['money', 'services', 'work'])
export type CheckGroup = z.infer<typeof CheckGroup>

/** The result of a check, with the texts of its row in the language of the request. */
const check = <const Kind extends string, Shape extends Record<string, z.ZodMiniType>>(
  kind: Kind,
  figures: Shape,
) =>
  z.object({
    kind: z.literal(kind),
    name: z.string(),
    group: CheckGroup,
    title: z.string(),
    /** What the number of a count means; null if the title says it. */
    label: z.nullable(z.string()),
    /** What to do, if it needs an admin. */
    action: z.string(),
    /** The tab of the administration where an admin does it. */
    tab: z.nullable(z.object({ id: z.string(), title: z.string() })),
    /** The section of the runbook, such as `docs/runbook.md#kioskojobslate`. */
    runbook: z.nullable(z.string()),
    state: CheckState,
    /** Since when it needs an admin, if that is known. */
    since: z.nullable(IsoDateTime),
    /** Null if they could not be read. */
    figures: z.nullable(z.object(figures)),
  })

const nullableTime = z.nullable(IsoDateTime)

/** How many events of a kind there were lately in all running processes, and the time of the last one that is known. */
const Tally = z.object({ count: z.int(), lastAt: nullableTime })
export type Tally = z.infer<typeof Tally>

export const Check = z.discriminatedUnion('kind', [
  /** Things of which there must be none, or none that wait for long. */
  check('count', { count: z.int() }),
  check('database', { responseMs: z.int() }),
  /** The read replica; null if there is none. The lag is null while it is not connected to its primary. */
  check('replica', { lagSeconds: z.nullable(z.int()) }),
  /** The stored files: the space of their disk, or the name of their bucket. */
  check('storage', {
    isWritable: z.boolean(),
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
    bucket: z.nullable(z.string()),
  }),
  /** Attempts to send an email in the last 10 minutes. */
  check('mail', { sent: Tally, refused: Tally, failed: Tally }),
  /** Calls to the payment provider in the last 5 minutes. It is paused while a circuit breaker is open. */
  check('provider', { answered: Tally, failed: Tally, isPaused: z.boolean() }),
  /**
   * First emails with the downloads of an order in the last 30 minutes; late is more than 5 minutes after the payment.
   */
  check('delivery', { inTime: Tally, late: Tally }),
  /** The jobs by lane. `waiting` are due or running, `failing` will be tried again. */
  check('jobs', {
    lanes: z.array(
      z.object({
        lane: z.enum(JOB_LANE_NAMES),
        waiting: z.int(),
        oldestSeconds: z.int(),
        failing: z.int(),
        isLate: z.boolean(),
      }),
    ),
  }),
  check('schedules', {
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
  check('reviews', {
    inReview: z.int(),
    held: z.int(),
    /** The totals of the orders in review. */
    amounts: z.array(z.object({ currency: Currency, amountMinor: MinorAmount })),
  }),
  check('invariants', { violated: z.int(), checkedAt: nullableTime }),
  check('processes', {
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
])
export type Check = z.infer<typeof Check>
export type CheckKind = Check['kind']
export type CheckOf<Kind extends CheckKind> = Extract<Check, { kind: Kind }>

/** The checks in the order of the page. A part that is not set up has none. */
export const SystemStatus = z.object({ measuredAt: IsoDateTime, checks: z.array(Check) })
export type SystemStatus = z.infer<typeof SystemStatus>

/** Checks every part of the marketplace now. A check that fails or takes too long does not affect the others. */
export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/admin/status',
  summary: 'Get the state of every part of the marketplace',
  access: 'admin',
  reply: SystemStatus,
})
