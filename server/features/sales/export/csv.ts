import { toDecimal } from '#contract/core/money.ts'

/** The byte order mark, which makes spreadsheet programs read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Formats one line of CSV by RFC 4180. Fields are quoted only if needed, and the line ends in CR LF. */
export function formatCsvLine(fields: readonly string[]): string {
  return `${fields.map(quoteField).join(',')}\r\n`
}

function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/**
 * Puts a `'` in front of a text that a spreadsheet program would run as a formula. Texts with leading spaces or
 * full-width signs are included, since some programs skip or convert these.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}

/** Formats minor units as a decimal number with a point and two digits. Null becomes an empty field. */
export function formatAmount(minor: number | null): string {
  return minor === null ? '' : toDecimal(minor).toFixed(2)
}
