import type { Currency } from '#contract/core/fields.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { getDateLocale } from './locale.ts'

/** A non-breaking space, which keeps a currency sign and its number on one line. */
const NBSP = '\u00a0'
const MB = 1_048_576
const GB = 1024 * MB

/** Formats an integer with dots between thousands; both languages use dots. Source: specification, constants. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
}

/** Formats a price in whole units: `$ 8.900`. */
export function formatPrice(units: number): string {
  return `$${NBSP}${formatNumber(units)}`
}

/**
 * Formats an amount in minor units: `$ 1.780,50`. Cents follow a decimal comma and are left out if they are zero. Every
 * currency is stored in hundredths, but CLP and COP show no decimals.
 */
export function formatMinorUnits(minor: number, currency: Currency): string {
  const sign = minor < 0 ? '−' : ''
  const units = Math.floor(Math.abs(minor) / 100)
  const cents = Math.abs(minor) % 100
  const decimals =
    cents === 0 || currency === 'CLP' || currency === 'COP'
      ? ''
      : `,${String(cents).padStart(2, '0')}`
  return `${sign}${formatPrice(units)}${decimals}`
}

/** Formats a number of bytes in MB, or in GB from 1 GB on, with a decimal comma: `12,4 MB`, `1 GB`. */
export function formatBytes(bytes: number): string {
  const [amount, unit] = bytes >= GB ? [bytes / GB, 'GB'] : [bytes / MB, 'MB']
  const rounded =
    amount > 0 && amount < 0.1 ? '0,1' : String(Math.round(amount * 10) / 10).replace('.', ',')
  return `${rounded}${NBSP}${unit}`
}

/** Formats day, month and year: `21 de noviembre de 2025`, `21 November 2025`. */
export function formatDate(date: Date | string | number): string {
  return format(date, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Formats a date for lists: `21/11/2025`. */
export function formatShortDate(date: Date | string | number): string {
  return format(date, { day: '2-digit', month: '2-digit', year: 'numeric' })
}

/** Formats date and time: `21 de noviembre de 2025, 14:30`. */
export function formatDateTime(date: Date | string | number): string {
  return format(date, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** Formats a calendar day, `2026-11-21`, without any time zone: `21/11/2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** Formats a calendar day for a chart axis: `21/11`. */
export function formatShortDay(day: string): string {
  return formatDay(day).slice(0, 5)
}

function format(date: Date | string | number, options: Intl.DateTimeFormatOptions): string {
  // `en-GB` puts the day first, as Spanish does; plain `en` would put the month first.
  const locale = getDateLocale() === 'en' ? 'en-GB' : getDateLocale()
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: TIME_ZONE }).format(new Date(date))
}
