import { splitWords } from '#server/db/search-words.ts'

/**
 * This module builds the PostgreSQL text queries (tsquery) of a search. The column `products.search` holds the lexemes
 * of name, description and category. The SQL function `product_lexemes` also adds each lexeme of the name with the
 * prefix '=', and the whole name with the prefix '=='.
 */

/** The maximum number of words of which some are optional: with more words there would be too many combinations. */
export const MAX_OPTIONAL_WORDS = 4

/**
 * A word and its Spanish and English stems as quoted text queries. The stem is empty if the word is a stop word of that
 * language.
 */
export interface Lexeme {
  word: string
  spanish: string
  english: string
}

export const isStopWord = ({ spanish, english }: Lexeme): boolean =>
  spanish === '' || english === ''

/** Returns the words that a search uses: all words but stop words, or all words if there are only stop words. */
export function pickSignificantWords(words: readonly Lexeme[]): readonly Lexeme[] {
  const significant = words.filter(word => !isStopWord(word))
  return significant.length > 0 ? significant : words
}

/**
 * Joins words to a text without the stop words at its ends, which remain when a word beside them is left out: "libro
 * para" becomes "libro". A text of stop words only stays whole.
 */
export function withoutOuterStopWords(words: readonly Lexeme[]): string {
  const isSignificant = (lexeme: Lexeme) => !isStopWord(lexeme)
  const first = words.findIndex(isSignificant)
  const last = words.findLastIndex(isSignificant)
  return (first === -1 ? words : words.slice(first, last + 1)).map(({ word }) => word).join(' ')
}

/**
 * Builds a text query for products that contain every word or, if `atLeast` is given, at least this number of the first
 * words. A word matches as typed or by its stem; the last word may be incomplete. Returns undefined without words.
 */
export function buildWordsQuery(words: readonly Lexeme[], atLeast = Infinity): string | undefined {
  const last = words.at(-1)
  const parts = pickSignificantWords(words).map(lexeme => {
    const { word, spanish, english } = lexeme
    const prefixSuffix = lexeme === last && word.length > 1 ? ':*' : ''
    const forms = new Set([`'${word}'${prefixSuffix}`, spanish, english].filter(Boolean))
    return `(${[...forms].join(' | ')})`
  })
  if (parts.length === 0) return undefined
  if (atLeast >= parts.length) return parts.join(' & ')
  return combinations(parts.slice(0, MAX_OPTIONAL_WORDS), atLeast)
    .map(combination => `(${combination.join(' & ')})`)
    .join(' | ')
}

/** Returns every subset of `parts` that has `size` elements. */
function combinations(parts: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return parts.flatMap((first, index) =>
    combinations(parts.slice(index + 1), size - 1).map(rest => [first, ...rest]),
  )
}

/** Restricts a text query to product names. */
export function restrictQueryToNames(query: string): string {
  return query.replaceAll(/'((?:[^']|'')*)'/g, "'=$1'")
}

/** Builds a text query for products whose whole name is the phrase. */
export const buildExactNameQuery = (phrase: string): string => `'==${phrase}'`

/** Builds a text query for products whose name begins with the phrase. */
export const buildNameBeginningQuery = (phrase: string): string => `'==${phrase}':*`

/**
 * Builds a text query for products whose name has, for each word of the text, a word that begins with it; empty without
 * words.
 */
export const buildNameWordsQuery = (text: string): string =>
  splitWords(text)
    .map(word => `'=${word}':*`)
    .join(' & ')
