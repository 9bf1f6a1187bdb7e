import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { changeDuePrices } from './changes/price-changes.ts'
import { endOffers } from './offers/offers.ts'

const PRICE_SCHEDULE_MS = 60_000
const OFFER_SCHEDULE_MS = 60_000

export function registerPricesJobs(worker: Worker, context: Context): void {
  worker.schedule('change_prices', PRICE_SCHEDULE_MS, () => changeDuePrices(context))
  worker.schedule('end_offers', OFFER_SCHEDULE_MS, () => endOffers(context))
}
