import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import {
  type BaseQueryFn,
  createApi,
  type EndpointBuilder,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react'
import { getStorageUsage } from '#contract/catalog/products.ts'
import type { CallInput, Endpoint, EndpointReply } from '#contract/core/endpoint.ts'
import { getProfile, updateProfile } from '#contract/profiles.ts'
import { trackEvent } from './analytics.ts'
import { type ApiFailure, callEndpoint } from './client.ts'
import { revalidateSession, onSessionEnd } from './session.ts'

interface Request {
  endpoint: Endpoint
  input: object
}

/**
 * The endpoints whose calls are recorded by product analytics, with the names of the events. Source: specification, the
 * calls it makes, notes.
 */
const ANALYTICS_EVENTS = new Map<Endpoint, string>([
  [getProfile, 'profile_get'],
  [updateProfile, 'profile_update'],
  [getStorageUsage, 'user_space'],
])

/** Calls an endpoint with `callEndpoint`, which does all retries, so RTK Query is set to retry nothing. */
const baseQuery: BaseQueryFn<Request, unknown, ApiFailure> = async (
  { endpoint, input },
  { signal },
) => {
  const event = ANALYTICS_EVENTS.get(endpoint)
  if (event) trackEvent(`${event}_attempt`)
  const result = await callEndpoint(endpoint, { ...input, signal })
  if (event) trackEvent(`${event}_${result.ok ? 'success' : 'failure'}`)
  if (result.ok) return { data: result.body ?? null }
  if (result.status === 401) void revalidateSession()
  const { ok: _, ...failure } = result
  return { error: failure }
}

/**
 * The cache tags. After a mutation, every query that has one of the mutation's tags is fetched again. Source:
 * specification, cache tags.
 */
const TAGS = [
  'User',
  'Products',
  'Product',
  'Profile',
  'TaxData',
  'Categories',
  'Space',
  'PaymentAccount',
  'Sales',
  'Coupons',
  'AuthProviders',
  'Devices',
  'Activity',
  'SecondFactors',
  'Sale',
  'Withdrawals',
  'Reviews',
  'Notifications',
  'NotificationSettings',
  'Admin',
] as const
type Tag = (typeof TAGS)[number]

/**
 * The RTK Query API that caches the server data of the dashboard. Features add their queries and mutations with
 * `baseApi.injectEndpoints`.
 */
export const baseApi = createApi({
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: TAGS,
  endpoints: () => ({}),
})

type Builder = EndpointBuilder<typeof baseQuery, Tag, 'api'>
type Read<E extends Endpoint> = QueryDefinition<
  CallInput<E>,
  typeof baseQuery,
  Tag,
  EndpointReply<E>,
  'api'
>
type Write<E extends Endpoint> = MutationDefinition<
  CallInput<E>,
  typeof baseQuery,
  Tag,
  EndpointReply<E>,
  'api'
>

/**
 * Returns two functions, `read` and `write`, that build RTK Query's queries and mutations from endpoints of the
 * contract.
 */
export function createQueryAndMutationBuilders(build: Builder) {
  return {
    /** Builds a query whose result is cached under `tags`. */
    read: <E extends Endpoint>(endpoint: E, tags: readonly Tag[]): Read<E> =>
      build.query<EndpointReply<E>, CallInput<E>>({
        query: input => ({ endpoint, input }),
        providesTags: tags,
      }),
    /** Builds a mutation that invalidates `tags`. `onQueryStarted` is RTK Query's hook for optimistic updates. */
    write: <E extends Endpoint>(
      endpoint: E,
      tags: readonly Tag[],
      onQueryStarted?: Write<E>['onQueryStarted'],
    ): Write<E> =>
      build.mutation<EndpointReply<E>, CallInput<E>>({
        query: input => ({ endpoint, input }),
        invalidatesTags: tags,
        ...(onQueryStarted && { onQueryStarted }),
      }),
  }
}

export const reduxStore = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  middleware: getDefault => getDefault({ serializableCheck: false }).concat(baseApi.middleware),
})

// Makes RTK Query listen to the page's visibility, so that polling with `skipPollingIfUnfocused` pauses while the page
// is in the background.
if (typeof window !== 'undefined') setupListeners(reduxStore.dispatch)

onSessionEnd(() => reduxStore.dispatch(baseApi.util.resetApiState()))
