import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import type { LanguagePreference } from '#contract/accounts/user.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'

const LANGUAGE_COOKIE = 'lang'
/**
 * The maximum length in characters of an Accept-Language header that is parsed. Browsers send far shorter headers, and
 * the parsing time grows with the length.
 */
const MAX_ACCEPTED_LENGTH = 500
const CHOSEN = /(?:^|;) *lang=(es|en) *(?:;|$)/

export const toLocale = (preference: LanguagePreference): Locale =>
  preference === 'EN' ? 'en' : 'es'
export const toLanguagePreference = (locale: Locale): LanguagePreference =>
  locale === 'en' ? 'EN' : 'SPA'

/**
 * Determines the language of a request from the language cookie, or else from Accept-Language, or else from the
 * installation's default.
 */
export function resolveLanguage(
  request: { headers: IncomingHttpHeaders },
  fallback: LanguagePreference,
): Locale {
  const { cookie, 'accept-language': accepted } = request.headers
  const [, chosen] = (cookie && CHOSEN.exec(cookie)) || []
  if (chosen === 'es' || chosen === 'en') return chosen
  if (accepted === undefined || accepted.length > MAX_ACCEPTED_LENGTH) return toLocale(fallback)
  // The default language stands first in the list, so that it is chosen for `*`.
  const best = new Negotiator(request).language(fallback === 'EN' ? ['en', 'es'] : ['es', 'en'])
  return best === 'es' || best === 'en' ? best : toLocale(fallback)
}

export const buildLanguageCookie = (locale: Locale, secure: boolean) => ({
  name: LANGUAGE_COOKIE,
  value: locale,
  options: { path: '/', maxAge: 365 * DAY_SECONDS, sameSite: 'lax', secure } as const,
})
