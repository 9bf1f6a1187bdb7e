/** The maximum number of words of a search text that are used; further words are ignored. */
const MAX_WORDS = 8
const MAX_WORD_LETTERS = 30
/** The maximum length of a search text, in characters, that is compared with whole product names. */
const MAX_PHRASE_LETTERS = 100

/** Converts a text to lower case and removes accents, like the SQL function `normalize_text`. */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/**
 * Returns the distinct words of a text. Words consist of letters and digits of any script, so they contain no tsquery
 * syntax.
 */
export function splitWords(text: string): string[] {
  const words = normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, MAX_WORD_LETTERS)))].slice(0, MAX_WORDS)
}

/** Formats a text like `product_lexemes` formats whole product names: normalized words, separated by single spaces. */
export function normalizePhrase(text: string): string {
  return (normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').slice(0, MAX_PHRASE_LETTERS)
}
