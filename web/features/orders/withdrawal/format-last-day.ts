import { getDateLocale } from '#web/i18n/locale.ts'

/**
 * Formats the last day before a moment at which a period is over, in the buyer's time zone: `21 de noviembre de 2025`.
 * @param end ISO 8601
 */
export function formatLastDay(end: string, timeZone: string): string {
  const locale = getDateLocale() === 'en' ? 'en-GB' : getDateLocale()
  return new Date(Date.parse(end) - 1).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
}
