import {
  cancelPaymentAccountReplacement,
  confirmPaymentAccount,
  getPaymentAccount,
  unlinkMercadoPago,
} from '#contract/payment-accounts.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'
import { refreshSession } from '#web/api/session.ts'

/** Fetches the session again after a call, since the header and the checklist show whether the seller can sell. */
const refreshSessionAfter = async (
  _: object,
  { queryFulfilled }: { queryFulfilled: Promise<unknown> },
) => {
  await queryFulfilled.catch(() => undefined)
  await refreshSession()
}

export const paymentAccountsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      paymentAccount: read(getPaymentAccount, ['PaymentAccount']),
      unlinkPaymentAccount: write(
        unlinkMercadoPago,
        ['PaymentAccount', 'User', 'Activity'],
        refreshSessionAfter,
      ),
      confirmAccount: write(
        confirmPaymentAccount,
        ['PaymentAccount', 'User', 'Activity'],
        refreshSessionAfter,
      ),
      cancelReplacement: write(cancelPaymentAccountReplacement, ['PaymentAccount', 'Activity']),
    }
  },
})
