import { listConversions } from '#contract/conversions.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const conversionsApi = baseApi.injectEndpoints({
  endpoints: build => ({
    conversions: createQueryAndMutationBuilders(build).read(listConversions, []),
  }),
})
