import type { Currency } from '#contract/core/fields.ts'
import { toDecimal } from '#contract/core/money.ts'

const MB = 1024 * 1024

/** Formats a file size as text, such as `12,4 MB`. The decimal sign is a comma in both languages. */
export function formatFileSize(sizeBytes: number): string {
  const [value, unit] =
    sizeBytes >= 1024 * MB
      ? [sizeBytes / (1024 * MB), 'GB']
      : sizeBytes >= 0.1 * MB
        ? [sizeBytes / MB, 'MB']
        : [Math.ceil(sizeBytes / 1024), 'KB']
  return `${value.toLocaleString('de-DE', { maximumFractionDigits: 1 })} ${unit}`
}

/**
 * Formats an amount in minor units as text, such as `$ 1.780,50` with a non-breaking space. Whole amounts, and
 * currencies without decimals (CLP, COP), have no decimals.
 */
export function formatAmount(amountMinor: number, currency: Currency): string {
  const digits = currency === 'CLP' || currency === 'COP' || amountMinor % 100 === 0 ? 0 : 2
  const amount = toDecimal(amountMinor).toLocaleString('de-DE', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `$\u00a0${amount}`
}
