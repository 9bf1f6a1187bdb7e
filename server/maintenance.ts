import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Context } from './context.ts'
import { purgeReportEmails } from './features/admin/product-queries.ts'
import { purgeExpiredAccountData } from './features/accounts/jobs.ts'
import { purgePriceBatches } from './features/prices/changes/queries.ts'
import { purgeProductPrices } from './features/prices/offers/queries.ts'
import { purgeVisits } from './features/sources/service.ts'
import { purgeAvailabilityRequests } from './features/storefront/availability/queries.ts'
import { mergeProductCounts } from './features/storefront/lists/list-queries.ts'
import { trashOrphans } from './features/files/orphan-cleanup/orphan-cleanup.ts'
import {
  releaseOutdatedFiles,
  uncountSupersededFiles,
} from './features/files/product-files/release-file.ts'
import { purgeAbandonedAddresses } from './features/orders/purge-addresses.ts'
import { purgeConversionEvents } from './features/conversions/queries.ts'
import { purgeAddressChanges } from './features/address-change/queries.ts'
import { purgeNotifications } from './features/notifications/queries.ts'
import { purgeLinkAttempts } from './features/payment-accounts/queries.ts'
import { purgeWebhookEvents } from './features/payments/webhook/queries.ts'
import { purgeProcesses } from './features/system-status/processes/queries.ts'
import { removeLostUploads } from './features/files/uploads/end-upload.ts'
import { purgeUsedCaptchas } from './integrations/captcha/captcha.ts'
import { type Worker, purgeDoneJobs } from './jobs/worker.ts'

/** Schedules the jobs that delete outdated rows of all features and stored files that no row references. */
export function scheduleMaintenance(worker: Worker, context: Context): void {
  const { db, limiter, storage } = context
  worker.schedule('purge', HOUR_MS, async () => {
    await Promise.all([
      purgeDoneJobs(db),
      purgeExpiredAccountData(db),
      purgeUsedCaptchas(db),
      purgeLinkAttempts(db),
      purgeWebhookEvents(db),
      purgeAbandonedAddresses(db),
      purgeAddressChanges(db),
      purgeNotifications(db),
      purgeConversionEvents(db),
      purgeReportEmails(db),
      mergeProductCounts(db),
      purgeAvailabilityRequests(db),
      purgePriceBatches(db),
      purgeProductPrices(db),
      purgeVisits(db),
      purgeProcesses(db),
      limiter.purge(),
    ])
  })
  worker.schedule('release_files', HOUR_MS, async () => {
    await releaseOutdatedFiles(context)
    await uncountSupersededFiles(context)
  })
  // The orphan cleanup first runs a day after the start, so that a server that was started with a wrong database does
  // not move its files to the trash at once.
  const cleanUpStorage = async () => {
    await storage.removeStaleUploads()
    await removeLostUploads(context)
    await trashOrphans(context)
  }
  worker.schedule('clean_up_storage', DAY_MS, cleanUpStorage, { firstAfterMs: DAY_MS })
}
