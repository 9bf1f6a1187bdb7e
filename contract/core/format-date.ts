import type { FormatLanguage } from './format.ts'
import { TIME_ZONE } from './time-zone.ts'

/** A moment, or a calendar day such as `2026-11-21`, for which the caller passes the time zone `UTC`. */
export type FormattedDate = Date | string | number

/** The languages as `Intl` knows them. Both put the day first; plain `en` would put the month first. */
const DATE_LOCALES: Readonly<Record<FormatLanguage, string>> = { es: 'es-ES', en: 'en-GB' }

/** The formats that were asked for. Creating one takes as long as fifty uses. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a date with parts of the caller's choice, such as the weekday. */
export function formatDateParts(
  date: FormattedDate,
  language: FormatLanguage,
  options: Intl.DateTimeFormatOptions & { timeZone: string },
): string {
  const key = `${language} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(DATE_LOCALES[language], options)
    formats.set(key, format)
  }
  return format.format(new Date(date))
}

/**
 * Formats day, month and year: `21 de noviembre de 2025`, `21 November 2025`.
 * @param timeZone the IANA name of a time zone
 */
export const formatDate = (
  date: FormattedDate,
  language: FormatLanguage,
  timeZone: string = TIME_ZONE,
): string =>
  formatDateParts(date, language, { day: 'numeric', month: 'long', year: 'numeric', timeZone })

/**
 * Formats date and time: `21 de noviembre de 2025 a las 14:30`, `21 November 2025 at 14:30`.
 * @param timeZone the IANA name of a time zone
 */
export const formatDateTime = (
  date: FormattedDate,
  language: FormatLanguage,
  timeZone: string = TIME_ZONE,
): string =>
  formatDateParts(date, language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })

/** Formats a month, `2026-11`: `noviembre de 2026`, `November 2026`. */
export const formatMonth = (month: string, language: FormatLanguage): string =>
  formatDateParts(month, language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
