import {
  cancelSecondFactorReset,
  dismissSecondFactorOffer,
  listSecondFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '#contract/accounts/second-factors.ts'
import { baseApi, createQueryAndMutationBuilders, reduxStore } from '#web/api/query.ts'
import { refreshSession } from '#web/api/session.ts'

const TAGS = ['SecondFactors', 'User', 'Devices', 'Activity', 'Notifications'] as const

export const secondFactorsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      secondFactors: read(listSecondFactors, ['SecondFactors']),
      removeTotp: write(removeTotp, TAGS),
      removePasskey: write(removePasskey, TAGS),
      renamePasskey: write(renamePasskey, ['SecondFactors']),
      cancelReset: write(cancelSecondFactorReset, TAGS),
      dismissOffer: write(dismissSecondFactorOffer, ['User']),
    }
  },
})

/** Fetches the second factors and the user again after a change. */
export async function refreshSecondFactors(): Promise<void> {
  reduxStore.dispatch(baseApi.util.invalidateTags([...TAGS]))
  await refreshSession()
}
