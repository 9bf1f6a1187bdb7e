import { statfs } from 'node:fs/promises'
import type { WorkerMetrics } from '#server/jobs/worker.ts'
import type { DroppedMail } from '#server/mail/mailbox-limits.ts'
import type { MailAttempt } from '#server/mail/queue.ts'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type RequestDuration = Histogram<'method' | 'route' | 'status'>

/** What a process measures about itself. Counters start at 0 with the process, so sum them over all processes. */
export interface ProcessMetrics extends WorkerMetrics {
  registry: Registry
  /** The durations of requests in seconds. `route` is the route pattern, such as `/api/products/:id`. */
  requestDuration: RequestDuration
  /** Counts a call to the payment provider by its result: `ok`, or a ProviderFault. */
  recordProviderCall: (result: string) => void
  recordConversionCall: (receiver: string, answer: string) => void
  /** Counts an attempt to send an email, and records the time since the payment that it delivers. */
  recordMail: (attempt: MailAttempt) => void
  /** Counts an email that strangers can cause and that was not queued. */
  recordDroppedMail: (mail: DroppedMail) => void
  /** Counts a request that was refused since the queue is full. */
  recordOverload: (queue: string) => void
}

/**
 * Creates the metrics of a process.
 * @param cache the response cache, whose counters are read at each scrape
 * @param publicReads how often each database was read for what is the same for everybody, read at each scrape
 * @param diskFolder the folder of the stored files; undefined if they are in a bucket
 */
export function createProcessMetrics({
  cache,
  publicReads,
  diskFolder,
}: {
  cache: { hits: number; misses: number; bytes: number }
  publicReads: { primary: number; replica: number }
  diskFolder: string | undefined
}): ProcessMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requestDuration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const jobDuration = new Histogram({
    name: 'kiosko_job_seconds',
    help: 'Duration of the attempts to run jobs, by lane and result',
    labelNames: ['lane', 'result'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120],
    registers,
  })
  const scheduleDuration = new Histogram({
    name: 'kiosko_schedule_seconds',
    help: 'Duration of the periodic tasks, by schedule and result',
    labelNames: ['schedule', 'result'],
    buckets: [0.05, 0.5, 5, 60, 600],
    registers,
  })
  const providerCalls = new Counter({
    name: 'kiosko_provider_calls_total',
    help: 'Calls to the payment provider by result: ok, unauthorized, not_found, refused or unavailable',
    labelNames: ['result'],
    registers,
  })
  const conversionCalls = new Counter({
    name: 'kiosko_conversion_calls_total',
    help: 'Conversion events sent, by receiver and its answer: accepted, secret_refused, id_refused, event_refused or unavailable',
    labelNames: ['receiver', 'answer'],
    registers,
  })
  const mails = new Counter({
    name: 'kiosko_mails_total',
    help: 'Attempts to send an email by result: sent, refused (the address does not accept it) or failed',
    labelNames: ['result'],
    registers,
  })
  const droppedMails = new Counter({
    name: 'kiosko_mails_dropped_total',
    help: 'Emails that strangers can cause and that were not sent, by kind and reason: limit or muted',
    labelNames: ['kind', 'reason'],
    registers,
  })
  const overloads = new Counter({
    name: 'kiosko_overload_refusals_total',
    help: 'Requests that were refused since too much waits, by queue: uploads, renders, images or passwords',
    labelNames: ['queue'],
    registers,
  })
  const deliveryDuration = new Histogram({
    name: 'kiosko_delivery_seconds',
    help: 'Time from a payment to the moment when the mail server accepted the email with the downloads',
    buckets: [5, 15, 30, 60, 120, 300, 900, 3600],
    registers,
  })
  registerCacheMetrics(registry, cache)
  registry.registerMetric(
    new Counter({
      name: 'kiosko_public_reads_total',
      help: 'Reads for public pages and lists that the cache did not answer, by database: replica or primary',
      labelNames: ['database'],
      registers: [],
      collect() {
        this.reset()
        for (const [database, reads] of Object.entries(publicReads)) this.inc({ database }, reads)
      },
    }),
  )
  if (diskFolder !== undefined) registerDiskMetrics(registry, diskFolder)
  return {
    registry,
    requestDuration,
    recordJob: ({ lane, result, seconds }) => jobDuration.observe({ lane, result }, seconds),
    recordScheduleRun: ({ name, result, seconds }) =>
      scheduleDuration.observe({ schedule: name, result }, seconds),
    recordProviderCall: result => providerCalls.inc({ result }),
    recordConversionCall: (receiver, answer) => conversionCalls.inc({ receiver, answer }),
    recordDroppedMail: ({ kind, reason }) => droppedMails.inc({ kind, reason }),
    recordOverload: queue => overloads.inc({ queue }),
    recordMail({ result, paidAt }) {
      mails.inc({ result })
      if (paidAt) deliveryDuration.observe(Math.max(0, (Date.now() - paidAt.getTime()) / 1000))
    },
  }
}

function registerCacheMetrics(
  registry: Registry,
  cache: { hits: number; misses: number; bytes: number },
): void {
  registry.registerMetric(
    new Counter({
      name: 'kiosko_cache_requests_total',
      help: 'Requests for public pages and responses by result: hit, or miss (the response was rendered)',
      labelNames: ['result'],
      registers: [],
      collect() {
        this.reset()
        this.inc({ result: 'hit' }, cache.hits)
        this.inc({ result: 'miss' }, cache.misses)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kiosko_cache_bytes',
      help: 'Size of the cached responses of the process',
      registers: [],
      collect() {
        this.set(cache.bytes)
      },
    }),
  )
}

function registerDiskMetrics(registry: Registry, folder: string): void {
  const size = new Gauge({
    name: 'kiosko_storage_disk_bytes',
    help: 'Size of the disk with the stored files',
    registers: [registry],
  })
  registry.registerMetric(
    new Gauge({
      name: 'kiosko_storage_free_bytes',
      help: 'Free bytes on the disk with the stored files',
      registers: [],
      async collect() {
        const { blocks, bavail, bsize } = await statfs(folder)
        this.set(bavail * bsize)
        size.set(blocks * bsize)
      },
    }),
  )
}
