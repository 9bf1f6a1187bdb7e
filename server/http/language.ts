import type { IncomingHttpHeaders } from 'node:http'
import type { LanguagePreference } from '#contract/accounts/user.ts'
import type { Locale } from '#messages/runtime'
import { Spellings } from '../cache/spellings.ts'

const LANGUAGE_COOKIE = 'lang'
const CHOSEN = /(?:^|;) *lang=(es|en) *(?:;|$)/

export const localeOf = (preference: LanguagePreference): Locale =>
  preference === 'EN' ? 'en' : 'es'
export const preferenceOf = (locale: Locale): LanguagePreference => (locale === 'en' ? 'EN' : 'SPA')

/** The language of a request: the cookie, then Accept-Language, then the installation's default. */
export function resolveLanguage(
  { cookie, 'accept-language': accepted }: IncomingHttpHeaders,
  fallback: LanguagePreference,
): Locale {
  const [, chosen] = (cookie && CHOSEN.exec(cookie)) || []
  if (chosen === 'es' || chosen === 'en') return chosen
  if (accepted === undefined) return localeOf(fallback)
  const ours = wishes.meaning(accepted, () => acceptedLanguage(accepted) ?? 'none')
  return ours === 'none' ? localeOf(fallback) : ours
}

const wishes = new Spellings<Locale | 'none'>()

/** The first of our languages by the visitor's own order of preference. */
function acceptedLanguage(header: string): Locale | undefined {
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', quality] = part.trim().toLowerCase().split(';q=')
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) if (language === 'es' || language === 'en') return language
  return undefined
}

export const languageCookie = (locale: Locale, secure: boolean) => ({
  name: LANGUAGE_COOKIE,
  value: locale,
  options: { path: '/', maxAge: 365 * 86_400, sameSite: 'lax', secure } as const,
})
