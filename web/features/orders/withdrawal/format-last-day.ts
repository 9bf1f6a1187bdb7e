import { formatDate } from '#web/i18n/format.ts'

/**
 * Formats the last day before a moment at which a period is over, in the buyer's time zone: `21 de noviembre de 2025`.
 * @param end ISO 8601
 */
export function formatLastDay(end: string, timeZone: string): string {
  return formatDate(Date.parse(end) - 1, timeZone)
}
