import type { Endpoint } from '../core/endpoint.ts'
import { accountExamples } from './accounts.ts'
import { adminExamples } from './admin.ts'
import { productExamples } from './products.ts'
import type { Example } from './example.ts'
import { notificationExamples } from './notifications.ts'
import { orderExamples } from './orders.ts'
import { productReviewExamples } from './product-reviews.ts'
import { profileExamples } from './profiles.ts'
import { saleExamples } from './sales.ts'
import { supportExamples } from './support.ts'
import { withdrawalExamples } from './withdrawals.ts'

const LIST: Example[] = [
  ...accountExamples,
  ...adminExamples,
  ...productExamples,
  ...notificationExamples,
  ...orderExamples,
  ...productReviewExamples,
  ...profileExamples,
  ...saleExamples,
  ...supportExamples,
  ...withdrawalExamples,
]

/** The example bodies by endpoint. An endpoint has none if it has no body or if a valid one contains stored ids. */
export const EXAMPLES: ReadonlyMap<Endpoint, object> = new Map(
  LIST.map(({ endpoint, body }) => [endpoint, body]),
)
