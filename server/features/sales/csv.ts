import { toDecimal } from '#contract/core/money.ts'

/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of a CSV file, RFC 4180: fields between commas, quoted where they must be, CR LF at the end. */
export function formatLine(fields: readonly string[]): string {
  return `${fields.map(quoteField).join(',')}\r\n`
}

function quoteField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

/**
 * A text that a person wrote, harmless to a spreadsheet: what it would run as a formula gets a ' in front.
 * Also behind spaces, and for the wide signs that some read as the narrow ones.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
}

/** Minor units as a plain decimal number, with a point and two digits; nothing where nothing is known. */
export function formatAmount(minor: number | null): string {
  return minor === null ? '' : toDecimal(minor).toFixed(2)
}
