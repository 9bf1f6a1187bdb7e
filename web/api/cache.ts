import { setupListeners } from '@reduxjs/toolkit/query'
import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react'
import { configureStore } from '@reduxjs/toolkit'
import {
  deleteProduct,
  getMyProduct,
  getStorageUsage,
  listMyProducts,
} from '#contract/catalog/products.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import type { Answer, Endpoint, Input, ReplyOf } from '#contract/core/endpoint.ts'
import { getSalesSummary, listSales } from '#contract/sales/lines.ts'
import { addPreview, deletePreview, orderPreviews } from '#contract/catalog/previews.ts'
import { deletePicture, getProfile, updateProfile, uploadPicture } from '#contract/profiles.ts'
import { getPaymentAccount, unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { track } from './analytics.ts'
import { call } from './client.ts'
import { doubtSession, forgetOnSignOut, refreshSession } from './session.ts'

interface Request {
  endpoint: Endpoint
  input: object
}

export type Failure = Omit<Extract<Answer<Endpoint>, { ok: false }>, 'ok'>

/** Calls that product analytics follow. Source: specification, the calls it makes, notes. */
const EVENTS = new Map<Endpoint, string>([
  [getProfile, 'profile_get'],
  [updateProfile, 'profile_update'],
  [getStorageUsage, 'user_space'],
])

/** The one fetch client: retries are its business, so none are set here. */
const baseQuery: BaseQueryFn<Request, unknown, Failure> = async (
  { endpoint, input },
  { signal },
) => {
  const event = EVENTS.get(endpoint)
  if (event) track(`${event}_attempt`)
  const answer = await call(endpoint, { ...input, signal })
  if (event) track(`${event}_${answer.ok ? 'success' : 'failure'}`)
  if (answer.ok) return { data: answer.body ?? null }
  if (answer.status === 401) void doubtSession()
  const { ok: _, ...failure } = answer
  return { error: failure }
}

/** A call of the contract as a cached one. */
export const request =
  <E extends Endpoint>(endpoint: E) =>
  (input: Input<E>): Request => ({ endpoint, input })

/** Server data of the signed-in screens. Tags and what refreshes them: specification, cache tags. */
export const cache = createApi({
  baseQuery,
  keepUnusedDataFor: 60,
  tagTypes: [
    'User',
    'Products',
    'Product',
    'Profile',
    'Categories',
    'Space',
    'PaymentAccount',
    'Sales',
    'AuthProviders',
    'Devices',
    'Activity',
    'Sale',
    'Notifications',
    'NotificationSettings',
    'Admin',
  ],
  endpoints: build => ({
    products: build.query<ReplyOf<typeof listMyProducts>, Input<typeof listMyProducts>>({
      query: request(listMyProducts),
      providesTags: ['Products'],
    }),
    product: build.query<ReplyOf<typeof getMyProduct>, Input<typeof getMyProduct>>({
      query: request(getMyProduct),
      providesTags: ['Product'],
    }),
    deleteProduct: build.mutation<null, Input<typeof deleteProduct>>({
      query: request(deleteProduct),
      invalidatesTags: ['Products', 'Space'],
    }),
    categories: build.query<ReplyOf<typeof listCategoryTree>, Input<typeof listCategoryTree>>({
      query: request(listCategoryTree),
      providesTags: ['Categories'],
    }),
    space: build.query<ReplyOf<typeof getStorageUsage>, Input<typeof getStorageUsage>>({
      query: request(getStorageUsage),
      providesTags: ['Space'],
    }),
    profile: build.query<ReplyOf<typeof getProfile>, Input<typeof getProfile>>({
      query: request(getProfile),
      providesTags: ['Profile'],
    }),
    updateProfile: build.mutation<ReplyOf<typeof updateProfile>, Input<typeof updateProfile>>({
      query: request(updateProfile),
      invalidatesTags: ['Profile'],
    }),
    uploadPicture: build.mutation<ReplyOf<typeof uploadPicture>, Input<typeof uploadPicture>>({
      query: request(uploadPicture),
      invalidatesTags: ['Profile'],
    }),
    deletePicture: build.mutation<ReplyOf<typeof deletePicture>, Input<typeof deletePicture>>({
      query: request(deletePicture),
      invalidatesTags: ['Profile'],
    }),
    addPreview: build.mutation<ReplyOf<typeof addPreview>, Input<typeof addPreview>>({
      query: request(addPreview),
      invalidatesTags: ['Product'],
    }),
    orderPreviews: build.mutation<ReplyOf<typeof orderPreviews>, Input<typeof orderPreviews>>({
      query: request(orderPreviews),
      invalidatesTags: ['Product'],
    }),
    deletePreview: build.mutation<ReplyOf<typeof deletePreview>, Input<typeof deletePreview>>({
      query: request(deletePreview),
      invalidatesTags: ['Product'],
    }),
    paymentAccount: build.query<ReplyOf<typeof getPaymentAccount>, Input<typeof getPaymentAccount>>(
      {
        query: request(getPaymentAccount),
        providesTags: ['PaymentAccount'],
      },
    ),
    unlinkPaymentAccount: build.mutation<null, Input<typeof unlinkMercadoPago>>({
      query: request(unlinkMercadoPago),
      invalidatesTags: ['PaymentAccount', 'User'],
      async onQueryStarted(_, { queryFulfilled }) {
        await queryFulfilled.catch(() => undefined)
        await refreshSession()
      },
    }),
    sales: build.query<ReplyOf<typeof listSales>, Input<typeof listSales>>({
      query: request(listSales),
      providesTags: ['Sales'],
    }),
    salesSummary: build.query<ReplyOf<typeof getSalesSummary>, Input<typeof getSalesSummary>>({
      query: request(getSalesSummary),
      providesTags: ['Sales'],
    }),
  }),
})

export const store = configureStore({
  reducer: { [cache.reducerPath]: cache.reducer },
  middleware: getDefault => getDefault({ serializableCheck: false }).concat(cache.middleware),
})

// What a page polls for rests while nobody looks at it.
if (typeof window !== 'undefined') setupListeners(store.dispatch)

forgetOnSignOut(() => store.dispatch(cache.util.resetApiState()))
