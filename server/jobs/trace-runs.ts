import { HOUR_MS } from '#contract/core/time.ts'
import { measureSpan } from '#server/tracing/span.ts'
import type { Tracing } from '#server/tracing/tracing.ts'
import type { JobRow } from './claim-jobs.ts'
import type { JobLane } from './queue.ts'

/**
 * A job that starts within this time after it was added belongs to the trace of what added it. A later one has a trace
 * of its own with a link to that one, since a trace that lasts for days can neither be sampled nor read.
 */
const SAME_TRACE_MS = HOUR_MS

/** Measures an attempt to run a job. */
export function traceJob(
  tracing: Tracing | undefined,
  { id, kind, attempts, traceparent, createdAt }: JobRow,
  lane: JobLane,
  run: () => Promise<void>,
): Promise<void> {
  if (!tracing) return run()
  const cause = traceparent ?? undefined
  const isSoon = Date.now() - createdAt.getTime() < SAME_TRACE_MS
  const span = tracing.startSpan({
    name: `job ${kind}`,
    kind: 'consumer',
    attributes: {
      'kiosko.job.id': id,
      'kiosko.job.kind': kind,
      'kiosko.job.lane': lane,
      'kiosko.job.attempt': attempts,
    },
    ...(isSoon ? { parent: cause } : { link: cause }),
  })
  return measureSpan(span, run)
}

/** Measures a run of a schedule. */
export function traceSchedule(
  tracing: Tracing | undefined,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  if (!tracing) return run()
  const attributes = { 'kiosko.schedule': name }
  return measureSpan(
    tracing.startSpan({ name: `schedule ${name}`, kind: 'internal', attributes }),
    run,
  )
}
