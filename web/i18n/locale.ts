import { getLocale } from '#messages/runtime'

export type Locale = 'es' | 'en'

/** Returns the language tag for `Intl` formatters. */
export function getDateLocale(locale: Locale = getLocale()): string {
  return locale === 'en' ? 'en' : 'es-ES'
}

export function getOtherLocale(locale: Locale = getLocale()): Locale {
  return locale === 'en' ? 'es' : 'en'
}
