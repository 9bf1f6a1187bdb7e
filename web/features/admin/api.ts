import { listRefusedFiles } from '#contract/admin/file-scans.ts'
import { getCommission, listCommissionDifferences } from '#contract/admin/commission.ts'
import { checkInvariants, getInvariants } from '#contract/invariants.ts'
import {
  getAdminOverview,
  listAuditLog,
  listDeadJobs,
  retryAllJobs,
  retryJob,
} from '#contract/admin/operations.ts'
import {
  deliverOrder,
  changeOrderAddress,
  dismissOrder,
  resendOrder,
  recheckOrder,
  getOrderInReview,
  listOrdersInReview,
  openOrderAccess,
  refundOrder,
  releaseOrder,
} from '#contract/admin/orders.ts'
import {
  closeReport,
  listAllProducts,
  listReports,
  restoreProduct,
  takeDownProduct,
} from '#contract/admin/products.ts'
import {
  dismissReviewReport,
  hideReview,
  listAdminReviews,
  showReview,
} from '#contract/admin/product-reviews.ts'
import { getSystemStatus } from '#contract/system-status.ts'
import { listReconciliations } from '#contract/reconciliation.ts'
import {
  addTestimonial,
  changeTestimonial,
  deleteTestimonial,
  listAllTestimonials,
  reorderTestimonials,
} from '#contract/admin/testimonials.ts'
import {
  dismissUnmatchedPayment,
  examineUnmatchedPayment,
  listUnmatchedPayments,
  rebuildOrder,
  refundUnmatchedPayment,
} from '#contract/admin/unmatched-payments.ts'
import {
  getUserDetail,
  listUsers,
  setQuota,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from '#contract/admin/users.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

/**
 * The queries and mutations of the admin area. Any mutation can change any list and adds to the audit log, so all share
 * one cache tag.
 */
export const adminApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    const tags = ['Admin'] as const
    return {
      systemStatus: read(getSystemStatus, tags),
      overview: read(getAdminOverview, tags),
      users: read(listUsers, tags),
      userDetail: read(getUserDetail, tags),
      verifyUser: write(verifyUser, tags),
      suspendUser: write(suspendUser, tags),
      unsuspendUser: write(unsuspendUser, tags),
      setQuota: write(setQuota, tags),
      allProducts: read(listAllProducts, tags),
      takeDownProduct: write(takeDownProduct, tags),
      restoreProduct: write(restoreProduct, tags),
      reports: read(listReports, tags),
      productReviews: read(listAdminReviews, tags),
      hideReview: write(hideReview, tags),
      showReview: write(showReview, tags),
      dismissReviewReport: write(dismissReviewReport, tags),
      closeReport: write(closeReport, tags),
      reviews: read(listOrdersInReview, tags),
      review: read(getOrderInReview, tags),
      checkOrderAgain: write(recheckOrder, tags),
      releaseOrder: write(releaseOrder, tags),
      refundOrder: write(refundOrder, tags),
      deliverOrder: write(deliverOrder, tags),
      dismissOrder: write(dismissOrder, tags),
      resendOrder: write(resendOrder, tags),
      changeOrderAddress: write(changeOrderAddress, tags),
      openOrderAccess: write(openOrderAccess, tags),
      deadJobs: read(listDeadJobs, tags),
      retryJob: write(retryJob, tags),
      retryAllJobs: write(retryAllJobs, tags),
      commission: read(getCommission, tags),
      commissionDifferences: read(listCommissionDifferences, tags),
      reconciliations: read(listReconciliations, tags),
      refusedFiles: read(listRefusedFiles, tags),
      unmatchedPayments: read(listUnmatchedPayments, tags),
      unmatchedPayment: read(examineUnmatchedPayment, tags),
      rebuildOrder: write(rebuildOrder, tags),
      refundUnmatchedPayment: write(refundUnmatchedPayment, tags),
      dismissUnmatchedPayment: write(dismissUnmatchedPayment, tags),
      invariants: read(getInvariants, tags),
      checkInvariants: write(checkInvariants, tags),
      audit: read(listAuditLog, tags),
      testimonials: read(listAllTestimonials, tags),
      addTestimonial: write(addTestimonial, tags),
      changeTestimonial: write(changeTestimonial, tags),
      deleteTestimonial: write(deleteTestimonial, tags),
      orderTestimonials: write(reorderTestimonials, tags),
    }
  },
})
