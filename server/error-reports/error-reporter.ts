import type { Config } from '#server/config.ts'
import { createLazyLoader } from '#server/lazy.ts'
import { describeError } from '#server/logger.ts'
import { scrub } from '#server/scrub.ts'
import { ReportLimit } from './report-limit.ts'
import type { Report } from './sender.ts'

/** The only fields of a log line that are reported. None of them is about a person. */
const REPORTED_FIELDS = ['reqId', 'code', 'kind', 'job', 'attempts', 'schedule'] as const

/** Reports errors to a service that understands Sentry's protocol. */
export interface ErrorReporter {
  /** Reports a log line. It never throws, and does not wait for the service. */
  report: (fields: Record<string, unknown>, message: string) => void
  /** Waits until every report is sent or has failed, for at most 5 seconds. */
  flush(): Promise<void>
}

/**
 * Creates the reporter of a process, if the setting SENTRY_DSN has the address of a project, such as
 * `https://key@host/project`. Type, message and stack of an error are reported without anything that looks like an
 * email address, an IP address or a token; requests and their bodies are not.
 *
 * Only the protocol comes from `@sentry/core`, which is loaded with the first error: `@sentry/node` would add about 70
 * MB to each process (docs/design/operations.md).
 */
export function createErrorReporter({
  sentryDsn: dsn,
  appEnv: environment,
}: Pick<Config, 'sentryDsn' | 'appEnv'>): ErrorReporter | undefined {
  if (dsn === undefined) return undefined
  const limit = new ReportLimit()
  const pending = new Set<Promise<void>>()
  const loadSender = createLazyLoader(async () => {
    const { createSender } = await import('./sender.ts')
    return createSender(dsn)
  })

  async function send(
    report: Omit<Report, 'suppressed' | 'environment'>,
    suppressed: number,
  ): Promise<void> {
    const sender = await loadSender()
    await sender({ ...report, suppressed, environment })
  }

  return {
    report(fields, message) {
      const error = describeError(fields['err'] ?? new Error(message))
      const report = {
        type: error.type,
        // An invariant's violation, for instance, has a message and no error.
        value: scrub(fields['err'] === undefined ? message : `${message}: ${error.message}`),
        stack: scrub(fields['err'] === undefined ? '' : (error.stack ?? '')),
        tags: pickTags(fields),
      }
      const suppressed = limit.countReport(`${report.type} ${report.value} ${report.stack}`)
      if (suppressed === undefined) return
      // A report that cannot be sent is lost: the log has the same error.
      const sending: Promise<void> = send(report, suppressed)
        .catch(() => undefined)
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },
    async flush() {
      await Promise.all(pending)
    },
  }
}

function pickTags(fields: Record<string, unknown>): Record<string, string> {
  const tags: Record<string, string> = {}
  for (const name of REPORTED_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' || typeof value === 'number') tags[name] = String(value)
  }
  return tags
}
