import { configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import {
  type BaseQueryFn,
  type SkipToken,
  type TypedMutationTrigger,
  type TypedUseMutationResult,
  type TypedUseQueryHookResult,
  createApi,
  skipToken,
} from '@reduxjs/toolkit/query/react'
import { useCallback } from 'react'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import {
  CACHE_TAGS,
  type CacheTag,
  type CallInput,
  type Endpoint,
  type EndpointReply,
} from '#contract/core/endpoint.ts'
import { getProfile, updateProfile } from '#contract/profiles.ts'
import { trackEvent } from './analytics.ts'
import { type ApiFailure, callEndpoint } from './client.ts'
import { revalidateSession, onSessionEnd } from './session.ts'

/** A call as the cache keeps it, which can be compared with others. */
interface Request {
  /** The key of the endpoint in `usedEndpoints`. */
  endpoint: string
  input: object
  /** True for a call that is not GET but changes nothing, such as the preview of a change. */
  changesNothing?: boolean
}

/** The endpoints that the dashboard has called, by method and path. */
const usedEndpoints = new Map<string, Endpoint>()

function toRequest(endpoint: Endpoint, input: object): Request {
  const key = `${endpoint.method} ${endpoint.path}`
  usedEndpoints.set(key, endpoint)
  return { endpoint: key, input }
}

const tagsOf = ({ cacheTags, access }: Endpoint): readonly CacheTag[] =>
  cacheTags ?? (access === 'admin' ? ['Admin'] : [])

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
  { endpoint: key, input },
  { signal },
) => {
  const endpoint = usedEndpoints.get(key)!
  const event = ANALYTICS_EVENTS.get(endpoint)
  if (event) trackEvent(`${event}_attempt`)
  const result = await callEndpoint(endpoint, { ...input, signal })
  if (event) trackEvent(`${event}_${result.ok ? 'success' : 'failure'}`)
  if (result.ok) return { data: result.body ?? null }
  if (result.status === 401) void revalidateSession()
  const { ok: _, ...failure } = result
  return { error: failure }
}

/** The cache of the data of the dashboard. It has one query and one mutation, for all endpoints. */
const baseApi = createApi({
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: CACHE_TAGS,
  endpoints: build => ({
    read: build.query<unknown, Request>({
      query: request => request,
      providesTags: (_result, _error, { endpoint }) => tagsOf(usedEndpoints.get(endpoint)!),
    }),
    write: build.mutation<unknown, Request>({
      query: request => request,
      invalidatesTags: (_result, _error, { endpoint, changesNothing }) =>
        changesNothing ? [] : tagsOf(usedEndpoints.get(endpoint)!),
    }),
  }),
})

type Input<E extends Endpoint> = Omit<CallInput<E>, 'signal'>
type ReadResult<E extends Endpoint> = TypedUseQueryHookResult<
  EndpointReply<E>,
  Input<E>,
  typeof baseQuery
>
type ReadOptions = Parameters<typeof baseApi.useReadQuery>[1]

/**
 * Reads an endpoint, and reads it again after a call that changes what it reads.
 * @param input the input of the call; `skipToken` makes none
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | SkipToken,
  options?: ReadOptions,
): ReadResult<E> {
  const request = input === skipToken ? skipToken : toRequest(endpoint, input)
  return baseApi.useReadQuery(request, options) as unknown as ReadResult<E>
}

/**
 * Returns a function that calls an endpoint, and the state of its last call. After each call, the dashboard reads again
 * what the call has changed.
 * @param changesNothing true for calls that only tell what another call would change, so that nothing is read again
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { changesNothing = false }: { changesNothing?: boolean } = {},
): readonly [
  TypedMutationTrigger<EndpointReply<E>, Input<E>, typeof baseQuery>,
  TypedUseMutationResult<EndpointReply<E>, Input<E>, typeof baseQuery>,
] {
  const [run, state] = baseApi.useWriteMutation()
  const write = useCallback(
    (input: Input<E>) => run({ ...toRequest(endpoint, input), changesNothing }),
    [run, endpoint, changesNothing],
  )
  return [write, state] as unknown as ReturnType<typeof useWrite<E>>
}

/** Changes what an endpoint has answered and the dashboard shows. Returns what takes the change back. */
export function changeRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  change: (reply: EndpointReply<E>) => EndpointReply<E> | void,
): { undo: () => void } {
  return reduxStore.dispatch(
    baseApi.util.updateQueryData('read', toRequest(endpoint, input), reply =>
      change(reply as EndpointReply<E>),
    ),
  )
}

/** Sets what an endpoint will answer, so that a part of the page that opens need not wait for it. */
export function setRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  value: EndpointReply<E>,
): void {
  const arg = toRequest(endpoint, input)
  reduxStore.dispatch(baseApi.util.upsertQueryEntries([{ endpointName: 'read', arg, value }]))
}

/** Reads again what the dashboard shows of the data with one of these tags. */
export function readAgain(tags: readonly CacheTag[]): void {
  reduxStore.dispatch(baseApi.util.invalidateTags([...tags]))
}

export const reduxStore = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  middleware: getDefault => getDefault({ serializableCheck: false }).concat(baseApi.middleware),
})

// Makes RTK Query listen to the page's visibility, so that polling with `skipPollingIfUnfocused` pauses while the page
// is in the background.
if (typeof window !== 'undefined') setupListeners(reduxStore.dispatch)

onSessionEnd(() => reduxStore.dispatch(baseApi.util.resetApiState()))
