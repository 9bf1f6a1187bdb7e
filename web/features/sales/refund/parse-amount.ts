/** Whole units, with or without separators of thousands, and at most two decimals after a comma or a point. */
const AMOUNT = /^(\d{1,3}(?:[.,\s]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/

/**
 * Parses an amount as people of any country write it, such as `1.500,50`, `1,500.50` or `1500`.
 * @returns minor units; undefined if the text is not an amount
 */
export function parseAmount(text: string): number | undefined {
  const match = AMOUNT.exec(text.trim())
  if (!match) return undefined
  const [, units = '', decimals = ''] = match
  return Number(units.replaceAll(/\D/g, '') + decimals.padEnd(2, '0'))
}
