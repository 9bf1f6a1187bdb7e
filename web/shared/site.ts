import { useRouteLoaderData } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import type { PageContext } from '../page-context.ts'
import { paths } from '../paths.ts'

/**
 * The installation's settings in the root's loader data. They are the same for every visitor, so that pages can be
 * cached.
 */
export type SiteSettings = Pick<
  PageContext,
  | 'brand'
  | 'origin'
  | 'commissionTiers'
  | 'currency'
  | 'withdrawal'
  | 'productFileMaxBytes'
  | 'scannedFileMaxBytes'
  | 'sellerQuotaBytes'
  | 'features'
  | 'termsUrl'
  | 'privacyUrl'
  | 'signedInCookie'
>

/** The settings that are used if the root loader has failed, so that the error page still has a header and a footer. */
const FALLBACK_SETTINGS: SiteSettings = {
  brand: 'Marketplace',
  origin: '',
  commissionTiers: [],
  currency: 'ARS',
  withdrawal: { days: 10, scope: 'always' },
  productFileMaxBytes: LIMITS.productFileMaxBytes,
  scannedFileMaxBytes: LIMITS.productFileMaxBytes,
  sellerQuotaBytes: 1024 ** 3,
  features: { devPages: false, googleSignIn: false },
  termsUrl: paths.terms(),
  privacyUrl: paths.terms(),
  signedInCookie: 'signed_in',
}

/** Returns the installation's settings from the root's loader data: brand, URLs, commission tiers and others. */
export function useSiteSettings(): SiteSettings {
  return useRouteLoaderData<SiteSettings>('root') ?? FALLBACK_SETTINGS
}
