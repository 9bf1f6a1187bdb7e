import type { Currency } from './fields.ts'
import { WHOLE_UNIT_CURRENCIES } from './money.ts'

/** The languages in which amounts and sizes are shown. */
export type FormatLanguage = 'es' | 'en'

/** A non-breaking space, which keeps a number and its unit on one line. */
const NBSP = '\u00a0'
const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

/** Formats an integer with dots between thousands; both languages use dots. Source: specification, constants. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '.')
}

/**
 * Formats an amount in minor units: `$ 1.780,50`, in English `$ 1.780,50 ARS`, since readers of English could take the
 * dot for a decimal point and the sign for US dollars. A line may break before the code, for narrow boxes. Cents follow
 * a decimal comma and are left out if they are zero; CLP and COP show no decimals.
 */
export function formatAmount(minor: number, currency: Currency, language: FormatLanguage): string {
  const units = Math.floor(Math.abs(minor) / 100)
  const cents = Math.abs(minor) % 100
  const decimals =
    cents === 0 || WHOLE_UNIT_CURRENCIES.has(currency) ? '' : `,${String(cents).padStart(2, '0')}`
  const code = language === 'en' ? ` ${currency}` : ''
  return `${minor < 0 ? '−' : ''}$${NBSP}${formatInteger(units)}${decimals}${code}`
}

/**
 * Formats the size of a file in KB, in MB from 1 MB on, or in GB from 1 GB on, with at most one decimal: `75 KB`,
 * `12,4 MB`, in English `12.4 MB`.
 */
export function formatFileSize(bytes: number, language: FormatLanguage): string {
  const kilobytes = Math.max(Math.round(bytes / KB), bytes > 0 ? 1 : 0)
  return kilobytes < 1024 ? `${kilobytes}${NBSP}KB` : formatStorageSize(bytes, language)
}

/** Formats storage space in MB, or in GB from 1 GB on. Source: specification, constants. */
export function formatStorageSize(bytes: number, language: FormatLanguage): string {
  const [amount, unit] = bytes >= GB ? [bytes / GB, 'GB'] : [bytes / MB, 'MB']
  const rounded = amount > 0 && amount < 0.1 ? 0.1 : Math.round(amount * 10) / 10
  const text = language === 'es' ? String(rounded).replace('.', ',') : String(rounded)
  return `${text}${NBSP}${unit}`
}
