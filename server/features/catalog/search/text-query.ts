import { wordsOf } from './words.ts'

/**
 * Builds the tsqueries of a search. `products.search` holds the lexemes of name, description and category; the SQL
 * function `product_lexemes` adds the lexemes of the name once more behind '=', and the whole name behind '=='.
 */

/** "At least n of the words" is asked of the first four: more would need too many combinations. */
export const MAX_OPTIONAL_WORDS = 4

/** A word and its stems as quoted tsqueries. A stem is empty if the word is a stop word of that language. */
export interface Lexeme {
  word: string
  spanish: string
  english: string
}

export const isStopWord = ({ spanish, english }: Lexeme): boolean =>
  spanish === '' || english === ''

/** The words that a search uses: stop words count only if there is no other word. */
export function significantWords(words: readonly Lexeme[]): readonly Lexeme[] {
  const significant = words.filter(word => !isStopWord(word))
  return significant.length > 0 ? significant : words
}

/**
 * A tsquery for products with every word, or with at least `atLeast` of the first words. A word matches as typed or by
 * its stem; the last word may be incomplete. Returns undefined without words.
 */
export function wordsQuery(words: readonly Lexeme[], atLeast = Infinity): string | undefined {
  const last = words.at(-1)
  const parts = significantWords(words).map(lexeme => {
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

/** Every subset of `size` parts. */
function combinations(parts: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return parts.flatMap((first, index) =>
    combinations(parts.slice(index + 1), size - 1).map(rest => [first, ...rest]),
  )
}

/** The same tsquery, asked of product names alone. */
export function inNames(query: string): string {
  return query.replaceAll(/'((?:[^']|'')*)'/g, "'=$1'")
}

/** A tsquery for products whose whole name is the phrase. */
export const nameIs = (phrase: string): string => `'==${phrase}'`

/** A tsquery for products whose name begins with the phrase. */
export const nameBeginsWith = (phrase: string): string => `'==${phrase}':*`

/** A tsquery for product names with words that begin like each word of the text; empty without words. */
export const nameWordsBeginWith = (text: string): string =>
  wordsOf(text)
    .map(word => `'=${word}':*`)
    .join(' & ')
