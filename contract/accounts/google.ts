import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { optionalText } from '../core/fields.ts'

/** Starts a Google sign-in: the browser navigates here and is redirected to Google, then to `googleCallback`. */
export const signInWithGoogle = endpoint({
  method: 'GET',
  path: '/public/auth/google',
  summary: 'Sign in with Google',
  access: 'public',
  status: 302,
  query: z.object({ returnTo: z.optional(optionalText(300)) }),
})

/** Google redirects here after the user has chosen an account or cancelled. Redirects to a page of the site. */
export const googleCallback = endpoint({
  method: 'GET',
  path: '/public/auth/google/callback',
  summary: 'Redirect target after Google sign-in',
  access: 'public',
  status: 302,
})

/** Starts linking a Google account: the browser navigates here and is redirected to Google. */
export const redirectToLinkGoogle = endpoint({
  method: 'GET',
  path: '/auth/link/google',
  summary: 'Link a Google account',
  access: 'verified',
  needsRecentProof: true,
  status: 302,
})

/**
 * Starts linking a Google account like `redirectToLinkGoogle`, but returns the URL of Google instead of redirecting.
 */
export const getGoogleLinkUrl = endpoint({
  method: 'POST',
  path: '/auth/link/google',
  summary: 'Get the URL that links a Google account',
  access: 'verified',
  needsRecentProof: true,
  reply: z.object({ authURL: z.string() }),
  errors: ['ERROR_SERVICE_UNAVAILABLE'],
})

/**
 * Unlinks the Google account. Answers 409 ERROR_USER_NOT_AUTHORIZED if the user has no password, because they could not
 * sign in any more.
 */
export const unlinkGoogle = endpoint({
  method: 'DELETE',
  path: '/auth/link/google',
  summary: 'Unlink the Google account',
  access: 'verified',
  cacheTags: ['AuthProviders', 'User', 'Activity'],
  needsRecentProof: true,
  errors: ['ERROR_USER_NOT_AUTHORIZED'],
  unusualStatuses: [['ERROR_USER_NOT_AUTHORIZED', 409]],
})

/**
 * The outcomes of a Google sign-in or link, passed in the query parameter `google` of /login or /dashboard/security.
 */
export const GOOGLE_OUTCOMES = [
  'linked',
  'denied',
  'taken',
  'unverified_email',
  'password_first',
  'suspended',
  'failed',
] as const

export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]
