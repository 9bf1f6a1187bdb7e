import {
  checkOrderAgain,
  getReview,
  listReviews,
  refundOrder,
  releaseOrder,
} from '#contract/admin/orders.ts'
import {
  getUserDetail,
  listUsers,
  setQuota,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from '#contract/admin/users.ts'
import {
  closeReport,
  listAllProducts,
  listReports,
  restoreProduct,
  takeDownProduct,
} from '#contract/admin/products.ts'
import {
  getOverview,
  listAudit,
  listDeadJobs,
  retryAllJobs,
  retryJob,
} from '#contract/admin/operations.ts'
import {
  addTestimonial,
  changeTestimonial,
  deleteTestimonial,
  listAllTestimonials,
  orderTestimonials,
} from '#contract/admin/testimonials.ts'
import type { Endpoint, Input, ReplyOf } from '#contract/core/endpoint.ts'
import { cache, request } from './cache.ts'

/**
 * What admins see and do. Whatever one does may change what any list of theirs shows, and lands in the audit
 * log: all of it is one tag.
 */
export const adminCache = cache.injectEndpoints({
  endpoints: build => {
    const read = <E extends Endpoint>(endpoint: E) =>
      build.query<ReplyOf<E>, Input<E>>({ query: request(endpoint), providesTags: ['Admin'] })
    const act = <E extends Endpoint>(endpoint: E) =>
      build.mutation<unknown, Input<E>>({ query: request(endpoint), invalidatesTags: ['Admin'] })
    return {
      overview: read(getOverview),
      users: read(listUsers),
      userDetail: read(getUserDetail),
      verifyUser: act(verifyUser),
      suspendUser: act(suspendUser),
      unsuspendUser: act(unsuspendUser),
      setQuota: act(setQuota),
      allProducts: read(listAllProducts),
      takeDownProduct: act(takeDownProduct),
      restoreProduct: act(restoreProduct),
      reports: read(listReports),
      closeReport: act(closeReport),
      reviews: read(listReviews),
      review: read(getReview),
      checkOrderAgain: act(checkOrderAgain),
      releaseOrder: act(releaseOrder),
      refundOrder: act(refundOrder),
      deadJobs: read(listDeadJobs),
      retryJob: act(retryJob),
      retryAllJobs: act(retryAllJobs),
      audit: read(listAudit),
      testimonials: read(listAllTestimonials),
      addTestimonial: act(addTestimonial),
      changeTestimonial: act(changeTestimonial),
      deleteTestimonial: act(deleteTestimonial),
      orderTestimonials: act(orderTestimonials),
    }
  },
})
