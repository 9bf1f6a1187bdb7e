import { createCoupon, listCoupons, updateCoupon } from '#contract/coupons.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const couponsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      coupons: read(listCoupons, ['Coupons']),
      createCoupon: write(createCoupon, ['Coupons']),
      updateCoupon: write(updateCoupon, ['Coupons']),
    }
  },
})
