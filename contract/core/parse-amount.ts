import { cleanCode } from './typed-text.ts'

const CODES = 'ARS|BRL|MXN|CLP|COP|PEN|UYU'
const SIGN_BEFORE = /* @__PURE__ */ new RegExp(
  `^(?:(?:${CODES})\\b|AR|R|MX)? ?(?:\\$|S/)?\\s*`,
  'i',
)
const SIGN_AFTER = /* @__PURE__ */ new RegExp(`\\s*(?:${CODES}|pesos?|reales|reais|soles)$`, 'i')
/** A mark without decimals behind it, as in `1500.-` and in an amount that is still being typed. */
const OPEN_END = /[.,]-?$/
/**
 * Whole units, plain or in groups of three digits with one kind of mark between them, and at most two decimals after
 * the other kind of mark. A group of three digits is never read as decimals, as nobody writes three of them.
 */
const AMOUNT = /^(?:([1-9]\d{0,2})([., '’])(\d{3}(?:\2\d{3}){0,2})|(\d{1,12}))(?:([.,])(\d{1,2}))?$/

/**
 * Parses an amount as people of any country write it, such as `1.500,50`, `1,500.50`, `$ 1500` or `1500`.
 * @returns minor units; undefined if the text is not an amount
 */
export function parseAmount(text: string): number | undefined {
  const digits = cleanCode(text)
    .replace(SIGN_BEFORE, '')
    .replace(SIGN_AFTER, '')
    .replace(OPEN_END, '')
  const match = AMOUNT.exec(digits)
  if (!match) return undefined
  const [, first = '', mark, groups = '', plain = '', decimalMark, decimals = ''] = match
  if (mark !== undefined && mark === decimalMark) return undefined
  return Number((first + groups).replace(/\D/g, '') + plain + decimals.padEnd(2, '0'))
}

/** Parses an amount without cents, such as a price. @returns whole units; undefined if it is none or has cents */
export function parseWholeAmount(text: string): number | undefined {
  const minor = parseAmount(text)
  return minor === undefined || minor % 100 !== 0 ? undefined : minor / 100
}

/** Returns whether a text is an amount with cents other than zero. */
export const hasCents = (text: string): boolean => (parseAmount(text) ?? 0) % 100 !== 0
