import type { Input, ReplyOf } from '#contract/core/endpoint.ts'
import { getSalesByProduct } from '#contract/sales/lines.ts'
import { getSale, refundSale, resendSale } from '#contract/sales/order.ts'
import { cache, request } from './cache.ts'

/** What only the sales desk asks for. */
export const deskCache = cache.injectEndpoints({
  endpoints: build => ({
    salesByProduct: build.query<ReplyOf<typeof getSalesByProduct>, Input<typeof getSalesByProduct>>(
      {
        query: request(getSalesByProduct),
        providesTags: ['Sales'],
      },
    ),
    sale: build.query<ReplyOf<typeof getSale>, Input<typeof getSale>>({
      query: request(getSale),
      providesTags: ['Sale'],
    }),
    resendSale: build.mutation<null, Input<typeof resendSale>>({
      query: request(resendSale),
      invalidatesTags: ['Sale'],
    }),
    refundSale: build.mutation<null, Input<typeof refundSale>>({
      query: request(refundSale),
      invalidatesTags: ['Sale', 'Sales'],
    }),
  }),
})
