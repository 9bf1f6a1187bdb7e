import { createContext } from 'react-router'
import type { FileSizeLimits } from '#contract/files/file-sizes.ts'
import type { ApiCaller } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { CommissionTier } from '#contract/core/money.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import type { Locale } from './i18n/locale.ts'

/** The features that an installation has enabled, which are the same for every visitor. */
export interface EnabledFeatures {
  /** Whether the pages below `/dev/` exist, which is the case outside production. */
  devPages: boolean
  /** Whether sign-in with Google is configured. */
  googleSignIn: boolean
  /** The public key of reCAPTCHA v3, if the installation uses it instead of the built-in captcha. */
  recaptchaSiteKey?: string
  /** The URL of the support chat, if the installation has one. */
  chatUrl?: string
  /** The analytics server and project, if product analytics is enabled. */
  analytics?: { key: string; host: string }
}

/** The parts of the signed-in user that decide which pages are accessible. */
export interface Viewer {
  isVerified: boolean
  roles: readonly string[]
  /** Whether the user is an admin who must set up a second factor before opening the administration. */
  lacksSecondFactor?: boolean
}

/**
 * The data that the server passes to loaders while it renders a page. The loader of a cached page must return nothing
 * that differs between visitors, so it must use neither `viewer` nor `theme`.
 */
export interface PageContext extends FileSizeLimits {
  /** Calls an endpoint inside the server process, with the visitor's session. */
  call: ApiCaller
  locale: Locale
  /** The installation's origin, for example `https://kiosko.test`, without a trailing slash. */
  origin: string
  brand: string
  theme?: 'light' | 'dark'
  /** The signed-in user. It is set only for pages that are not cached. */
  viewer?: Viewer
  /** The name of the readable cookie that hints at a session (`signed_in=1`). */
  signedInCookie: string
  commissionTiers: readonly CommissionTier[]
  currency: Currency
  /** The right of buyers to withdraw from an order. */
  withdrawal: WithdrawalTerms
  /** The storage quota of a seller's product files, in bytes. */
  sellerQuotaBytes: number
  features: EnabledFeatures
  termsUrl: string
  privacyUrl: string
  /** Lets the content security policy of this response have the players of videos. */
  allowVideoPlayers: () => void
  /** The nonce of this response's content security policy. */
  nonce?: string
}

/**
 * The key under which the server stores the page context. React Router compares keys by identity, so the server must
 * import this key from the built bundle.
 */
export const pageContext = createContext<PageContext>()
