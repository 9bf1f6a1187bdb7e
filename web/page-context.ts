import { createContext } from 'react-router'
import type { ApiCaller } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { CommissionTier } from '#contract/core/money.ts'
import type { Locale } from './i18n/locale.ts'

/** The features that an installation has enabled. They are the same for every visitor. */
export interface EnabledFeatures {
  /** Enables `/dev/ui`, outside production. */
  devPages: boolean
  /** Whether sign-in with Google is configured. */
  googleSignIn: boolean
  /** The public key of reCAPTCHA v3, if it replaces our own captcha. */
  recaptchaSiteKey?: string
  /** The address of the support chat, if there is one. */
  chatUrl?: string
  /** The analytics server and project, if product analytics is enabled. */
  analytics?: { key: string; host: string }
}

/** The signed-in user, as far as it decides which pages are accessible. */
export interface Viewer {
  isVerified: boolean
  roles: readonly string[]
}

/**
 * What the server passes to loaders while it renders a page. A loader of a cached page must return nothing that
 * differs between visitors: not `viewer`, not `theme`.
 */
export interface PageContext {
  /** Calls an endpoint in-process, with the visitor's session. */
  call: ApiCaller
  locale: Locale
  /** Scheme and host of the installation, without a trailing slash. */
  origin: string
  brand: string
  theme?: 'light' | 'dark'
  /** The session's user. It is set for pages that are not cached. */
  viewer?: Viewer
  /** The name of the readable cookie that hints at a session (`signed_in=1`). */
  signedInCookie: string
  commissionTiers: readonly CommissionTier[]
  currency: Currency
  /** The size limit of a product's file, in bytes. */
  productFileMaxBytes: number
  features: EnabledFeatures
  termsUrl: string
  privacyUrl: string
  /** The nonce of this response's content security policy. */
  nonce?: string
}

/**
 * The context key under which the server stores the page context. The server must take it from the built bundle,
 * because React Router compares keys by identity.
 */
export const pageContext = createContext<PageContext>()
