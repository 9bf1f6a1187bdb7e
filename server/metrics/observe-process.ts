import type { Logger } from 'pino'
import type { PublicReads } from '#server/cache/public-reads.ts'
import type { ResponseCache } from '#server/cache/response-cache.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { registerDatabaseMetrics } from '#server/features/monitoring/service.ts'
import {
  type ProcessReporter,
  createActivityRecorder,
  createProcessReporter,
} from '#server/features/system-status/service.ts'
import { findDiskFolder } from '#server/integrations/storage/open-storage.ts'
import type { PaymentProvider } from '#server/integrations/mercadopago/provider.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { DroppedMail } from '#server/mail/mailbox-limits.ts'
import type { MailAttempt } from '#server/mail/queue.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { VERSION } from '#server/version.ts'

/**
 * Creates what a process measures about itself: the metrics for Prometheus, and the report for the status page of the
 * administration.
 */
export function observeProcess(
  config: Config,
  {
    db,
    log,
    responseCache,
    publicReads,
  }: { db: Database; log: Logger; responseCache: ResponseCache; publicReads: PublicReads },
) {
  const metrics = createProcessMetrics({
    cache: responseCache,
    publicReads: publicReads.counts,
    diskFolder: findDiskFolder(config),
  })
  const activity = createActivityRecorder()
  return {
    metrics,
    onProviderCall: (result: string): void => {
      metrics.recordProviderCall(result)
      activity.recordProviderCall(result)
    },
    onConversionCall: (receiver: string, answer: string): void =>
      metrics.recordConversionCall(receiver, answer),
    onMailAttempt: (attempt: MailAttempt): void => {
      metrics.recordMail(attempt)
      activity.recordMail(attempt)
    },
    onMailDropped: (mail: DroppedMail): void => {
      metrics.recordDroppedMail(mail)
      log.info(
        { mail: mail.kind, reason: mail.reason },
        'an email that strangers can cause was not sent',
      )
    },
    /** Adds the figures of the database to the metrics. */
    observeDatabase(plan: Worker): void {
      registerDatabaseMetrics(metrics.registry, { db, log, plan })
    },
    createReporter(provider: PaymentProvider): ProcessReporter {
      const { role } = config
      return createProcessReporter({ db, log, activity, provider, role, version: VERSION })
    },
  }
}
