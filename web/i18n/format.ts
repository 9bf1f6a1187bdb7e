import type { Currency } from '#contract/core/fields.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { dateLocale } from './locale.ts'

/** Between a sign and its number: never broken over two lines. */
const NBSP = '\u00a0'
const MB = 1_048_576
const GB = 1024 * MB

/** Dots between thousands, in both languages. Source: specification, constants. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
}

/** Whole units: `$ 8.900`. */
export function formatPrice(units: number): string {
  return `$${NBSP}${formatNumber(units)}`
}

/**
 * Minor units, with a decimal comma where there are cents: `$ 1.780,50`. Every currency is kept in
 * hundredths; CLP and COP show none.
 */
export function formatMinor(minor: number, currency: Currency): string {
  const sign = minor < 0 ? '−' : ''
  const whole = Math.floor(Math.abs(minor) / 100)
  const cents = Math.abs(minor) % 100
  const decimals =
    cents === 0 || currency === 'CLP' || currency === 'COP'
      ? ''
      : `,${String(cents).padStart(2, '0')}`
  return `${sign}${formatPrice(whole)}${decimals}`
}

/** Bytes in MB, or in GB from 1 GB, with a decimal comma: `12,4 MB`, `1 GB`. */
export function formatBytes(bytes: number): string {
  const [amount, unit] = bytes >= GB ? [bytes / GB, 'GB'] : [bytes / MB, 'MB']
  const rounded =
    amount > 0 && amount < 0.1 ? '0,1' : String(Math.round(amount * 10) / 10).replace('.', ',')
  return `${rounded}${NBSP}${unit}`
}

/** Day, month and year: `21 de noviembre de 2025`, `21 November 2025`. */
export function formatDate(moment: Date | string | number): string {
  return format(moment, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** For lists: `21/11/2025`. */
export function formatShortDate(moment: Date | string | number): string {
  return format(moment, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

/** With the hour: `21 de noviembre de 2025, 14:30`. */
export function formatMoment(moment: Date | string | number): string {
  return format(moment, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** A day of the books, `2026-11-21`, which is nobody's midnight: `21/11/2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** For an axis: `21/11`. */
export function formatDayShort(day: string): string {
  return formatDay(day).slice(0, 5)
}

function format(moment: Date | string | number, options: Intl.DateTimeFormatOptions): string {
  // Day first in both languages: a bare `en` would put the month there.
  const locale = dateLocale() === 'en' ? 'en-GB' : dateLocale()
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: TIME_ZONE }).format(
    new Date(moment),
  )
}
