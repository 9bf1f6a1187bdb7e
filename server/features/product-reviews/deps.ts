import type { OrdersDeps } from '#server/features/orders/deps.ts'

/** The dependencies of the product reviews feature, assembled in `server/app.ts`. */
export type ProductReviewsDeps = OrdersDeps
