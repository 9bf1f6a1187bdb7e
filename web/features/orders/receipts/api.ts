import { getTaxData } from '#contract/receipts.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const receiptsApi = baseApi.injectEndpoints({
  endpoints: build => ({
    taxData: createQueryAndMutationBuilders(build).read(getTaxData, ['TaxData']),
  }),
})
