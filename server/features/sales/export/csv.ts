import { toDecimal } from '#contract/core/money.ts'

/** The character that makes spreadsheet programs read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Formats one CSV line by RFC 4180: fields are quoted only if needed, and the line ends in CR LF. */
export function formatLine(fields: readonly string[]): string {
  return `${fields.map(quoteField).join(',')}\r\n`
}

function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/**
 * Puts a `'` in front of a text that a spreadsheet would run as a formula. Leading spaces and full-width signs count
 * too, since some programs skip or convert them.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}

/** Formats minor units as a decimal number with a point and two digits; null becomes an empty field. */
export function formatAmount(minor: number | null): string {
  return minor === null ? '' : toDecimal(minor).toFixed(2)
}
