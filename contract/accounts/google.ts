import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { optionalText } from '../core/fields.ts'

/** A browser navigation: 302 to the provider, then by the callback into the site. */
export const signInWithGoogle = endpoint({
  method: 'GET',
  path: '/public/auth/google',
  summary: 'Sign in with Google',
  access: 'public',
  status: 302,
  query: z.object({ returnTo: z.optional(optionalText(300, 'issue_too_long')) }),
})

export const googleCallback = endpoint({
  method: 'GET',
  path: '/public/auth/google/callback',
  summary: 'Back from Google',
  access: 'public',
  status: 302,
})

/** A browser navigation: 302 to the provider. */
export const redirectToLinkGoogle = endpoint({
  method: 'GET',
  path: '/auth/link/google',
  summary: 'Link a Google account',
  access: 'verified',
  status: 302,
})

export const getGoogleLinkUrl = endpoint({
  method: 'POST',
  path: '/auth/link/google',
  summary: 'Where to link a Google account',
  access: 'verified',
  reply: z.object({ authURL: z.string() }),
  errors: ['ERROR_SERVICE_UNAVAILABLE'],
})

/** 409 where no password exists: nobody may lock themselves out. */
export const unlinkGoogle = endpoint({
  method: 'DELETE',
  path: '/auth/link/google',
  summary: 'Unlink the Google account',
  access: 'verified',
  errors: ['ERROR_USER_NOT_AUTHORIZED'],
})

/** What the way back from Google says: `?google=` on /login after a sign-in, on /dashboard/security after a link. */
export const GOOGLE_OUTCOMES = [
  'linked',
  'denied',
  'taken',
  'unverified_email',
  'suspended',
  'failed',
] as const

export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]
