import type { Currency } from '#contract/core/fields.ts'
import {
  formatAmount,
  formatFileSize,
  formatInteger,
  formatStorageSize,
} from '#contract/core/format.ts'
import * as dates from '#contract/core/format-date.ts'
import { toDecimal, toMinor } from '#contract/core/money.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { getLocale } from '#messages/runtime'
import { getDateLocale } from './locale.ts'

/** Formats an integer with dots between thousands; both languages use dots. Source: specification, constants. */
export const formatNumber = formatInteger

/** Formats a price in whole units: `$ 8.900`, in English `$ 8.900 ARS`. */
export function formatPrice(units: number, currency: Currency): string {
  return formatAmount(toMinor(units), currency, getLocale())
}

/** Formats an amount in minor units: `$ 1.780,50`, in English `$ 1.780,50 ARS`. */
export function formatMinorUnits(minor: number, currency: Currency): string {
  return formatAmount(minor, currency, getLocale())
}

/** Formats an amount in minor units for the axis of a chart: `$ 20 mil`, in English `$ 20K`. */
export function formatCompactAmount(minor: number): string {
  const locale = getDateLocale()
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return `$\u00a0${compact.format(toDecimal(minor))}`
}

/** Formats a percentage: `20 %`, in English `20%`. */
export function formatPercent(percent: number): string {
  return getLocale() === 'en' ? `${percent}%` : `${percent}\u00a0%`
}

/** Formats the size of a file in the visitor's language: `75 KB`, `12,4 MB`. */
export function formatBytes(bytes: number): string {
  return formatFileSize(bytes, getLocale())
}

/** Formats storage space in the visitor's language, in MB or in GB: `0,1 MB`, `1 GB`. */
export function formatStorage(bytes: number): string {
  return formatStorageSize(bytes, getLocale())
}

/** Formats day, month and year: `21 de noviembre de 2025`, `21 November 2025`. */
export function formatDate(date: dates.FormattedDate, timeZone: string = TIME_ZONE): string {
  return dates.formatDate(date, getLocale(), timeZone)
}

/** Formats a date for lists: `21/11/2025`, in English `21 Nov 2025`. */
export function formatShortDate(date: dates.FormattedDate, timeZone: string = TIME_ZONE): string {
  return dates.formatDateParts(date, getLocale(), {
    ...getShortDayOptions(),
    year: 'numeric',
    timeZone,
  })
}

/** In English the month is a word, because American readers would take the first of two numbers for the month. */
const getShortDayOptions = (): Intl.DateTimeFormatOptions =>
  getLocale() === 'en' ? { day: 'numeric', month: 'short' } : { day: '2-digit', month: '2-digit' }

/** Formats date and time: `21 de noviembre de 2025 a las 14:30`. */
export function formatDateTime(date: dates.FormattedDate, timeZone: string = TIME_ZONE): string {
  return dates.formatDateTime(date, getLocale(), timeZone)
}

/** Formats a month, `2026-11`: `noviembre de 2026`, `November 2026`. */
export const formatMonth = (month: string): string => dates.formatMonth(month, getLocale())

/** Returns the time zone of the device, for times that a user has typed into it. Only for what no server renders. */
export const getDeviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time of day: `14:30`. */
export function formatTime(date: dates.FormattedDate, timeZone: string = TIME_ZONE): string {
  return dates.formatDateParts(date, getLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
}

/** Formats a calendar day, `2026-11-21`, without any time zone: `21/11/2026`, in English `21 Nov 2026`. */
export function formatDay(day: string): string {
  return dates.formatDateParts(day, getLocale(), {
    ...getShortDayOptions(),
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Formats a calendar day for a chart axis: `21/11`, in English `21 Nov`. */
export function formatShortDay(day: string): string {
  return dates.formatDateParts(day, getLocale(), { ...getShortDayOptions(), timeZone: 'UTC' })
}
