import { createContext } from 'react-router'
import type { ApiCaller } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { CommissionTier } from '#contract/core/money.ts'
import type { Locale } from './i18n/locale.ts'

/** What an installation has switched on; the same for every visitor. */
export interface Features {
  /** `/dev/ui`: outside production. */
  devPages: boolean
  /** Sign-in with the external provider. */
  googleSignIn: boolean
  /** Where reCAPTCHA v3 takes the place of our own captcha: its public key. */
  recaptchaSiteKey?: string
  /** Address of the chat frame, where one is set. */
  chatUrl?: string
  /** Where product analytics go, where they do. */
  analytics?: { key: string; host: string }
}

/** Who looks at a page, as far as it decides where they may go. */
export interface Viewer {
  isVerified: boolean
  roles: readonly string[]
}

/**
 * What the server hands to loaders while a page is rendered. Whatever a loader of a cacheable page
 * returns from here must be the same for everyone: not `viewer`, not `theme`.
 */
export interface PageContext {
  /** Makes a call in-process, with the visitor's session. */
  call: ApiCaller
  locale: Locale
  /** Scheme and host of the installation, without a slash at the end. */
  origin: string
  brand: string
  theme?: 'light' | 'dark'
  /** Of the session, on routes that are not cached. */
  viewer?: Viewer
  /** Name of the readable cookie that hints at a session (`signed_in=1`). */
  signedInCookie: string
  commissionTiers: readonly CommissionTier[]
  currency: Currency
  /** Bytes a product's file may have. */
  productFileMaxBytes: number
  features: Features
  termsUrl: string
  privacyUrl: string
  /** Of this answer's content security policy; absent in development. */
  nonce?: string
}

/** The key under which the server stores it. Take it from the built bundle, not from this source. */
export const pageContext = createContext<PageContext>()
