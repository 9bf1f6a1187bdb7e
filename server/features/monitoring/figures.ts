import { type SQL, sql } from 'drizzle-orm'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'
import { toSqlList } from '#server/db/sql-list.ts'

/** A list without parameters, so that the condition is that of the partial index. */
const HELD = sql.raw(toSqlList(HELD_STATUSES))

/** One value of a figure. `label` is empty for a figure without a label. */
export interface FigureValue {
  name: string
  label: string
  value: number
  /** The Unix time in seconds since when the value is not 0, of a figure that has `hasSince`. */
  sinceSeconds: number | null
}

/**
 * A figure that is read from the database. `rows` selects a text `label` and a number `value`.
 * Every query reads an index that holds only the rows that it counts, unless the figure is in `SLOW_FIGURES`.
 */
export interface Figure {
  name: string
  help: string
  /** The name of the label; without it, `rows` returns one row. The label has a bounded number of values. */
  labelName?: string
  rows: SQL
  /** Whether `rows` also selects a time `since`: the time of the oldest thing that is counted. */
  hasSince?: true
}

/** Jobs that can be claimed now, or are running. */
const isDue = sql`state = 'waiting' and run_at <= now()`
/** The longest pause between two attempts is an hour, so a job that failed is due within that time. */
const isRetry = sql`state = 'waiting' and attempts > 0 and run_at <= now() + interval '1 hour'`

/** What the figures say about the work of the workers: its lanes and schedules. */
export interface WorkerPlan {
  /** The lane of each kind of job. */
  laneOfKind: ReadonlyMap<string, string>
  /** The interval in milliseconds of each schedule, by its name. */
  scheduleIntervals: ReadonlyMap<string, number>
}

/** The figures that are read at most every 10 seconds. */
export function buildFigures({ laneOfKind, scheduleIntervals }: WorkerPlan): Figure[] {
  const kinds = [...laneOfKind].map(([kind, lane]) => sql`(${kind}::text, ${lane}::text)`)
  const lanes = sql`(values ${sql.join(kinds, sql`, `)}) as lanes (kind, lane)`
  const byLane = (value: SQL, condition: SQL) =>
    sql`select lane as label, ${value} as value, min(first_finished) as since from ${lanes}
      left join lateral (select count(*) as n, min(run_at) as oldest_due, min(finished_at) as first_finished from jobs
      where jobs.kind = lanes.kind and ${condition}) counted on true group by lane`
  const intervals = [...scheduleIntervals].map(
    ([name, everyMs]) => sql`(${name}::text, ${everyMs / 1000}::float8)`,
  )
  // The database may still have rows of schedules that were removed.
  const bySchedule = (value: SQL) =>
    sql`select name as label, ${value} as value
      from (values ${sql.join(intervals, sql`, `)}) as tasks (name, interval_seconds) join schedules using (name)`
  return [
    {
      name: 'kiosko_orders_waiting',
      help: 'Orders by what they wait for: payment, review, or the release of a hold',
      labelName: 'for',
      hasSince: true,
      rows: sql`select 'payment' as label, count(*) as value, null::timestamptz as since from orders
        where state = 'open'
        union all select 'review', count(*), min(coalesce(
          (select max(at) from order_events where order_id = orders.id and kind = 'review'), created_at)) from orders
            where state = 'review'
        union all select 'hold', count(*), min(held_at) from orders where held_at is not null`,
    },
    {
      name: 'kiosko_review_amount',
      help: 'Money of the orders in review, in whole units of the currency',
      labelName: 'currency',
      rows: sql`select currency as label, sum(total_minor) / 100.0 as value from orders where state = 'review'
        group by currency`,
    },
    {
      name: 'kiosko_refunds_due',
      help: 'Payments that must be refunded and are not yet',
      hasSince: true,
      rows: sql`select '' as label, count(*) as value, min(created_at) as since from payments where refund_due
        and status = 'approved'`,
    },
    {
      name: 'kiosko_unmatched_payments',
      help: 'Payments without an order that nobody has dismissed or rebuilt',
      hasSince: true,
      rows: sql`select '' as label, count(*) as value, min(first_seen_at) as since from unmatched_payments
        where status in ${HELD} and dismissed_at is null and rebuilt_at is null`,
    },
    {
      name: 'kiosko_jobs_due',
      help: 'Jobs that are due or running, by lane',
      labelName: 'lane',
      rows: byLane(sql`coalesce(sum(n), 0)`, isDue),
    },
    {
      name: 'kiosko_job_lane_age_seconds',
      help: 'How long the oldest due job of a lane has been due',
      labelName: 'lane',
      rows: byLane(sql`coalesce(extract(epoch from now() - min(oldest_due)), 0)`, isDue),
    },
    {
      name: 'kiosko_jobs_failing',
      help: 'Jobs whose last attempt failed and that will be tried again, by lane',
      labelName: 'lane',
      rows: byLane(sql`coalesce(sum(n), 0)`, isRetry),
    },
    {
      name: 'kiosko_jobs_dead',
      help: 'Jobs that were given up, by lane',
      labelName: 'lane',
      hasSince: true,
      rows: byLane(sql`coalesce(sum(n), 0)`, sql`state = 'dead'`),
    },
    {
      name: 'kiosko_schedule_interval_seconds',
      help: 'How often each periodic task must run',
      labelName: 'schedule',
      rows: bySchedule(sql`interval_seconds`),
    },
    {
      name: 'kiosko_schedule_done_timestamp_seconds',
      help: 'When each periodic task last ended without an error, as a Unix time; if it never has, since when it is planned',
      labelName: 'schedule',
      rows: bySchedule(sql`extract(epoch from coalesce(done_at, recorded_at))`),
    },
    {
      name: 'kiosko_schedule_failed',
      help: '1 if the last run of a periodic task failed, else 0',
      labelName: 'schedule',
      rows: bySchedule(
        sql`(failed_at is not null and (done_at is null or failed_at > done_at))::int`,
      ),
    },
    {
      name: 'kiosko_webhook_events_unprocessed',
      help: 'Webhook events of the payment provider that are not processed yet',
      rows: sql`select '' as label, count(*) as value from webhook_events where processed_at is null`,
    },
    {
      name: 'kiosko_webhook_event_age_seconds',
      help: 'Age of the oldest webhook event that is not processed yet',
      rows: sql`select '' as label, coalesce(extract(epoch from now() - min(received_at)), 0) as value
        from webhook_events where processed_at is null`,
    },
    {
      name: 'kiosko_scans_waiting',
      help: 'Product files that wait for the scan for malware',
      rows: sql`select '' as label, count(*) as value from product_files where scan_state = 'waiting'
        and released_at is null`,
    },
    {
      name: 'kiosko_scan_age_seconds',
      help: 'Age of the oldest product file that waits for its scan',
      rows: sql`select '' as label, coalesce(extract(epoch from now() - min(created_at)), 0) as value from product_files
        where scan_state = 'waiting' and released_at is null`,
    },
    {
      name: 'kiosko_invariants_violated',
      help: 'Rules that the last check of the invariants found violated',
      rows: sql`select '' as label, jsonb_array_length(findings) as value from invariant_checks
        where id = ${lastCheck}`,
    },
    {
      name: 'kiosko_invariants_checked_timestamp_seconds',
      help: 'When the invariants were checked last, as a Unix time',
      rows: sql`select '' as label, extract(epoch from at) as value from invariant_checks where id = ${lastCheck}`,
    },
  ]
}

const lastCheck = sql`(select id from invariant_checks order by at desc limit 1)`

/** The figures that read many rows, and are therefore read at most every 5 minutes. */
export const SLOW_FIGURES: Figure[] = [
  {
    name: 'kiosko_orders',
    help: 'Orders by state',
    labelName: 'state',
    rows: sql`select state as label, count(*) as value from orders group by state`,
  },
  {
    name: 'kiosko_storage_used_bytes',
    help: 'Size of the files of all sellers',
    rows: sql`select '' as label, coalesce(sum(used_bytes), 0) as value from seller_storage_usage`,
  },
]
