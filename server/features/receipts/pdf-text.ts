/** The characters that the standard fonts of PDF can write. */
const WRITABLE = '\\u0020-\\u007E\\u00A0-\\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const UNWRITABLE = new RegExp(`[^${WRITABLE}]`, 'gu')
/** The minus sign of amounts has no glyph in these fonts; a dash of the same width stands for it. */
const MINUS = '−'

/**
 * Replaces the characters that the standard fonts of PDF cannot write: letters by the same letter without its accent,
 * others, such as emoji, by nothing.
 */
export function toPdfText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(MINUS, '–')
    .replaceAll(UNWRITABLE, character => character.normalize('NFD').replaceAll(UNWRITABLE, ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
