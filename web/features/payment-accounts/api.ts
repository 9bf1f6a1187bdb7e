import { getPaymentAccount, unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'
import { refreshSession } from '#web/api/session.ts'

export const paymentAccountsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      paymentAccount: read(getPaymentAccount, ['PaymentAccount']),
      unlinkPaymentAccount: write(
        unlinkMercadoPago,
        ['PaymentAccount', 'User'],
        async (_, { queryFulfilled }) => {
          await queryFulfilled.catch(() => undefined)
          await refreshSession()
        },
      ),
    }
  },
})
