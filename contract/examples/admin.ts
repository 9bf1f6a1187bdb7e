import {
  changeOrderAddress,
  deliverOrder,
  dismissOrder,
  openOrderAccess,
  refundOrder,
  releaseOrder,
} from '../admin/orders.ts'
import { dismissReviewReport, hideReview, showReview } from '../admin/product-reviews.ts'
import { closeReport, restoreProduct, takeDownProduct } from '../admin/products.ts'
import { reportProduct } from '../admin/reports.ts'
import { addTestimonial, changeTestimonial } from '../admin/testimonials.ts'
import {
  dismissUnmatchedPayment,
  rebuildOrder,
  refundUnmatchedPayment,
} from '../admin/unmatched-payments.ts'
import { setQuota, suspendUser, unsuspendUser, verifyUser } from '../admin/users.ts'
import { example } from './example.ts'

const REASON = 'Un motivo'

const testimonial = {
  name: 'Ana',
  trade: 'Música',
  quote: 'Vendo sin mandar mails.',
  language: 'es',
  username: 'owner',
  hidden: false,
} as const

export const adminExamples = [
  example(setQuota, { quotaBytes: 5_000_000_000, reason: REASON }),
  example(suspendUser, { reason: REASON }),
  example(unsuspendUser, { reason: REASON }),
  example(verifyUser, { reason: REASON }),
  example(reportProduct, { reason: 'other' }),
  example(closeReport, { outcome: 'dismissed', reason: REASON }),
  example(takeDownProduct, { reason: REASON }),
  example(restoreProduct, { reason: REASON }),
  example(hideReview, { reason: REASON }),
  example(showReview, { reason: REASON }),
  example(dismissReviewReport, { reason: REASON }),
  example(changeOrderAddress, { newEmail: 'nueva@people.test', reason: REASON }),
  example(openOrderAccess, { reason: REASON }),
  example(refundOrder, { reason: REASON }),
  example(deliverOrder, { reason: REASON }),
  example(dismissOrder, { reason: REASON }),
  example(releaseOrder, { reason: REASON }),
  example(rebuildOrder, { reason: REASON }),
  example(refundUnmatchedPayment, { reason: REASON }),
  example(dismissUnmatchedPayment, { reason: REASON }),
  example(addTestimonial, testimonial),
  example(changeTestimonial, testimonial),
]
