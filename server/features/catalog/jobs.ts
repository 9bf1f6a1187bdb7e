import { HOUR_MS } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { emailAvailability } from './availability/availability.ts'
import { purgeAvailabilityRequests } from './availability/queries.ts'
import { enqueueMissingScans, scanFile } from './file-scans/file-scans.ts'
import { purgeVisits } from '#server/features/sources/service.ts'
import type { Context } from '#server/context.ts'
import { emailAvailabilityJob, removeFileJob, removeImagesJob, scanFileJob } from './job-kinds.ts'
import { mergeProductCounts } from './lists/list-queries.ts'
import { changeDuePrices } from './prices/price-changes.ts'
import { purgePriceBatches } from './prices/queries.ts'
import { endOffers } from './offers/offers.ts'
import { purgeProductPrices } from './offers/queries.ts'
import { countPagesJob } from './pdf-pages/job.ts'
import { storePdfPages } from './pdf-pages/pdf-pages.ts'
import { publishDue } from './products/publish.ts'
import { cutSampleJob } from './samples/job.ts'
import { enqueueMissingSamples, renewSample } from './samples/renew-sample.ts'
import { deleteEmptyDrafts } from './products/empty-drafts.ts'

const SCAN_SCHEDULE_MS = 10 * 60_000
const PUBLICATION_SCHEDULE_MS = 60_000
const PRICE_SCHEDULE_MS = 60_000
const OFFER_SCHEDULE_MS = 60_000
const SAMPLE_SCHEDULE_MS = 10 * 60_000

export function registerCatalogJobs(worker: Worker, context: Context): void {
  const { storage } = context
  worker.handle(emailAvailabilityJob, ({ sellerId }) => emailAvailability(context, sellerId))
  worker.handle(countPagesJob, ({ storageKey }) => storePdfPages(context, storageKey))
  worker.handle(scanFileJob, ({ fileId }) => scanFile(context, fileId))
  worker.schedule('enqueue_scans', SCAN_SCHEDULE_MS, () => enqueueMissingScans(context))
  worker.schedule('publish_due', PUBLICATION_SCHEDULE_MS, () => publishDue(context))
  worker.schedule('delete_empty_drafts', HOUR_MS, () => deleteEmptyDrafts(context))
  worker.schedule('change_prices', PRICE_SCHEDULE_MS, () => changeDuePrices(context))
  worker.schedule('end_offers', OFFER_SCHEDULE_MS, () => endOffers(context))
  worker.handle(cutSampleJob, ({ slotId }) => renewSample(context, slotId))
  worker.schedule('enqueue_samples', SAMPLE_SCHEDULE_MS, () => enqueueMissingSamples(context))
  worker.handle(removeFileJob, ({ storageKey }) => storage.remove(storageKey))
  worker.handle(removeImagesJob, ({ imageKey }) => storage.removeImages(imageKey))
}

/** Deletes data of products that are no longer needed, and merges the rows of product counts. */
export async function purgeCatalogData(db: Database): Promise<void> {
  await Promise.all([
    mergeProductCounts(db),
    purgeAvailabilityRequests(db),
    purgePriceBatches(db),
    purgeProductPrices(db),
    purgeVisits(db),
  ])
}
