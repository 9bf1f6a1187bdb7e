import { unlinkGoogle } from '#contract/accounts/google.ts'
import {
  closeOtherSessions,
  listSecurityEvents,
  listSessions,
} from '#contract/accounts/sessions.ts'
import { listProviders } from '#contract/accounts/user.ts'
import { baseApi, createQueryAndMutationBuilders, reduxStore } from '#web/api/query.ts'
import { refreshSession } from '#web/api/session.ts'

export const accountsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      providers: read(listProviders, ['AuthProviders']),
      devices: read(listSessions, ['Devices']),
      activity: read(listSecurityEvents, ['Activity']),
      closeOtherDevices: write(closeOtherSessions, ['Devices', 'Activity']),
      /** Shows Google as unlinked before the response arrives, and shows it as linked again if the call fails. */
      unlinkGoogle: write(
        unlinkGoogle,
        ['AuthProviders', 'User', 'Activity'],
        async (_, { dispatch, queryFulfilled }) => {
          const patch = dispatch(
            accountsApi.util.updateQueryData('providers', {}, ({ providers }) => {
              for (const provider of providers)
                if (provider.provider === 'google')
                  Object.assign(provider, { linked: false, createdAt: null })
            }),
          )
          await queryFulfilled.catch(() => patch.undo())
          await refreshSession()
        },
      ),
    }
  },
})

/** Fetches the user and the account data again, after a change of the password or email. */
export async function refreshAccount(): Promise<void> {
  reduxStore.dispatch(baseApi.util.invalidateTags(['User', 'AuthProviders', 'Devices', 'Activity']))
  await refreshSession()
}
