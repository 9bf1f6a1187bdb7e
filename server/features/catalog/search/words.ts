/** Further words of a search text are ignored. */
const MAX_WORDS = 8
const MAX_WORD_LETTERS = 30
/** Longer texts are not compared with whole product names. */
const MAX_PHRASE_LETTERS = 100

/** Lowercase without accents, like the SQL function `normalize_text`. */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** The distinct words of a text: letters and digits of any script, and nothing of the syntax of a tsquery. */
export function wordsOf(text: string): string[] {
  const words = normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, MAX_WORD_LETTERS)))].slice(0, MAX_WORDS)
}

/** A text as `product_lexemes` writes whole product names: normalized words with single spaces. */
export function phraseOf(text: string): string {
  return (normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').slice(0, MAX_PHRASE_LETTERS)
}
