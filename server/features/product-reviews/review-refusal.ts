import { DAY_MS } from '#contract/core/time.ts'
import {
  REVIEW_DAYS,
  REVIEW_WITHOUT_DOWNLOAD_DAYS,
  type ReviewRefusal,
} from '#contract/product-reviews/reviews.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'

/** What decides whether a bought item can be reviewed. */
export interface ReviewedPurchase {
  /** The state of the order as its buyer sees it; null if nobody tried to pay. */
  saleState: ShownOrderState | null
  /** Whether more than half of the item's price was refunded. */
  isRefunded: boolean
  /** Whether the buyer has withdrawn from the order, and the refund was neither declined nor impossible. */
  isWithdrawn: boolean
  /** Whether the buyer is the seller of the product. */
  isOwnProduct: boolean
  isProductDeleted: boolean
  /** Whether an admin has hidden the review of the item. */
  isHidden: boolean
  /** When the item was delivered; null if it was not, or if the order is on hold. */
  deliveredAt: Date | null
  isDownloaded: boolean
}

/** Returns why a bought item cannot be reviewed now; null if it can. The first reason counts. */
export function findReviewRefusal(purchase: ReviewedPurchase, now: Date): ReviewRefusal | null {
  const { saleState, deliveredAt } = purchase
  if (purchase.isOwnProduct) return 'own_product'
  if (saleState === 'charged_back') return 'charged_back'
  if (saleState === 'refunded' || purchase.isRefunded) return 'refunded'
  if (purchase.isWithdrawn) return 'withdrawn'
  if (saleState !== 'approved' || !deliveredAt) return 'not_delivered'
  if (purchase.isProductDeleted) return 'product_deleted'
  if (purchase.isHidden) return 'hidden'
  const age = now.getTime() - deliveredAt.getTime()
  if (age > REVIEW_DAYS * DAY_MS) return 'too_late'
  if (!purchase.isDownloaded && age < REVIEW_WITHOUT_DOWNLOAD_DAYS * DAY_MS) return 'not_downloaded'
  return null
}

/**
 * Tells whether two email addresses belong to the same person: they are equal without the part after a plus sign, which
 * mail servers ignore.
 */
export function isSameMailbox(one: string, other: string): boolean {
  return toMailbox(one) === toMailbox(other)
}

const toMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')
