import {
  deleteReviewReply,
  listSellerReviews,
  reportReview,
  saveReviewReply,
} from '#contract/product-reviews/seller-reviews.ts'
import { closeSaleAccess, openSaleAccess } from '#contract/sales/access.ts'
import { getSalesByProduct, getSalesSummary, listSales } from '#contract/sales/lines.ts'
import { getSale, refundSale, resendSale } from '#contract/sales/order.ts'
import { getSalesBySource } from '#contract/sales/sources.ts'
import { listStatements } from '#contract/sales/statements.ts'
import { listOpenVouchers } from '#contract/sales/vouchers.ts'
import { declineWithdrawal, grantWithdrawal, listWithdrawals } from '#contract/withdrawals.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const salesApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      sales: read(listSales, ['Sales']),
      salesSummary: read(getSalesSummary, ['Sales']),
      salesByProduct: read(getSalesByProduct, ['Sales']),
      salesBySource: read(getSalesBySource, ['Sales']),
      statements: read(listStatements, ['Sales']),
      openVouchers: read(listOpenVouchers, ['Sales']),
      sale: read(getSale, ['Sale']),
      resendSale: write(resendSale, ['Sale']),
      closeSaleAccess: write(closeSaleAccess, ['Sale']),
      openSaleAccess: write(openSaleAccess, ['Sale']),
      refundSale: write(refundSale, ['Sale', 'Sales']),
      withdrawals: read(listWithdrawals, ['Withdrawals']),
      grantWithdrawal: write(grantWithdrawal, ['Withdrawals', 'Sale', 'Sales']),
      reviews: read(listSellerReviews, ['Reviews']),
      saveReviewReply: write(saveReviewReply, ['Reviews']),
      deleteReviewReply: write(deleteReviewReply, ['Reviews']),
      reportReview: write(reportReview, ['Reviews']),
      declineWithdrawal: write(declineWithdrawal, ['Withdrawals', 'Sale']),
    }
  },
})
