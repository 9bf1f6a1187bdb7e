import { closeOtherSessions, listActivity, listSessions } from '#contract/accounts/sessions.ts'
import { listProviders } from '#contract/accounts/user.ts'
import { unlinkGoogle } from '#contract/accounts/google.ts'
import type { Input, ReplyOf } from '#contract/core/endpoint.ts'
import { cache, request, store } from './cache.ts'
import { refreshSession } from './session.ts'

/** What the security screen shows. Tags and what refreshes them: specification, cache tags. */
export const accountCache = cache.injectEndpoints({
  endpoints: build => ({
    providers: build.query<ReplyOf<typeof listProviders>, Input<typeof listProviders>>({
      query: request(listProviders),
      providesTags: ['AuthProviders'],
    }),
    devices: build.query<ReplyOf<typeof listSessions>, Input<typeof listSessions>>({
      query: request(listSessions),
      providesTags: ['Devices'],
    }),
    activity: build.query<ReplyOf<typeof listActivity>, Input<typeof listActivity>>({
      query: request(listActivity),
      providesTags: ['Activity'],
    }),
    closeOtherDevices: build.mutation<null, Input<typeof closeOtherSessions>>({
      query: request(closeOtherSessions),
      invalidatesTags: ['Devices', 'Activity'],
    }),
    /** Shown as done at once, and taken back where it fails; either way the truth is fetched afterwards. */
    unlinkGoogle: build.mutation<null, Input<typeof unlinkGoogle>>({
      query: request(unlinkGoogle),
      invalidatesTags: ['AuthProviders', 'User', 'Activity'],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          accountCache.util.updateQueryData('providers', {}, ({ providers }) => {
            for (const provider of providers)
              if (provider.provider === 'google')
                Object.assign(provider, { linked: false, createdAt: null })
          }),
        )
        await queryFulfilled.catch(() => shown.undo())
        await refreshSession()
      },
    }),
  }),
})

/** After a change of password or email: fetches what the account's screens show, and the user. */
export async function refreshAccount(): Promise<void> {
  store.dispatch(cache.util.invalidateTags(['User', 'AuthProviders', 'Devices', 'Activity']))
  await refreshSession()
}
