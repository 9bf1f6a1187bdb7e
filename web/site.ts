import { useRouteLoaderData } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import type { loader } from './root.tsx'

type Site = ReturnType<typeof loader>

/** Stands in where even the root could not load, so that the error page still has a head and a foot. */
const BARE: Site = {
  brand: 'Marketplace',
  origin: '',
  commissionTiers: [],
  currency: 'ARS',
  productFileMaxBytes: LIMITS.productFileMaxBytes,
  features: { devPages: false, googleSignIn: false },
  termsUrl: '/tyc',
  privacyUrl: '/tyc',
  signedInCookie: 'signed_in',
}

/** The installation's settings, from the root's data: brand, addresses, commission tiers. */
export function useSite(): Site {
  return useRouteLoaderData<typeof loader>('root') ?? BARE
}
