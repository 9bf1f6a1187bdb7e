import type { ProductListQuery } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import { lookUpLexemes } from './dictionary.ts'
import {
  type SearchMatches,
  type PageRange,
  type TextQueries,
  findCreatorsByUsernames,
  findFirstMatches,
  findMatches,
} from './find-matches.ts'
import { correctSpelling } from './spelling.ts'
import {
  type Lexeme,
  MAX_OPTIONAL_WORDS,
  restrictQueryToNames,
  withoutOuterStopWords,
  isStopWord,
  buildNameBeginningQuery,
  buildExactNameQuery,
  pickSignificantWords,
  buildWordsQuery,
} from './text-query.ts'
import { normalizePhrase, splitWords } from '#server/db/search-words.ts'

export interface SearchResult extends SearchMatches {
  /** The corrected words that were searched instead of the typed words, or null if nothing was corrected. */
  correctedTo: string | null
}

const NOTHING: SearchResult = { ids: [], total: 0, correctedTo: null }

/** Finds the matches of a search: `findMatches` or `findFirstMatches`. */
type Find = typeof findMatches

/**
 * Searches listed products that contain all words of a text. If there are none, the search is repeated with corrected
 * spelling, then with one word less, and so on.
 * @param isThorough false for suggestions while a visitor types: then all words are required, and `total` is not
 *   counted
 */
export async function searchProducts(
  db: Database,
  { q = '', ...filter }: ProductListQuery,
  range: PageRange,
  isThorough = true,
): Promise<SearchResult> {
  const typed = splitWords(q)
  if (typed.length === 0 || range.offset >= LIMITS.maxMatches) return NOTHING
  const find = isThorough ? findMatches : findFirstMatches
  const matches =
    (await searchCreator(db, q, filter, range, find)) ??
    (await searchWords(db, { words: typed, phrase: normalizePhrase(q), filter }, range, find))
  if (matches.total > 0) return { ...matches, correctedTo: null }

  const corrected = await correctSpelling(db, typed)
  const words = corrected.length > 0 ? corrected : typed
  const isCorrected = words.join() !== typed.join()
  const lexemes = await lookUpLexemes(db, words)
  const all = pickSignificantWords(lexemes).length
  const most = Math.min(all - 1, MAX_OPTIONAL_WORDS)
  const fewerWords = Array.from({ length: isThorough ? most : 0 }, (_, index) => most - index)
  for (const atLeast of isCorrected ? [all, ...fewerWords] : fewerWords) {
    const search = { words, atLeast, phrase: words.join(' '), filter }
    const found = await searchWords(db, search, range, find)
    if (found.total > 0)
      return { ...found, correctedTo: isCorrected ? withoutOuterStopWords(lexemes) : null }
  }
  return NOTHING
}

/**
 * Searches the products of the seller whom a text like `@ana recetas` names. Returns undefined if the text names no
 * seller.
 */
async function searchCreator(
  db: Database,
  q: string,
  filter: ProductListQuery,
  range: PageRange,
  find: Find,
): Promise<SearchMatches | undefined> {
  const [mention, username] = /^\s*@([a-z\d]+)/i.exec(q) ?? []
  if (mention === undefined || username === undefined) return undefined
  const [creator] = await findCreatorsByUsernames(db, [username.toLowerCase()])
  if (!creator) return undefined
  const rest = q.slice(mention.length)
  const text = textQueries(await lookUpLexemes(db, splitWords(rest)), normalizePhrase(rest))
  return find(db, { text, sellerId: creator.id, filter }, range)
}

interface WordSearch {
  words: readonly string[]
  /** The least number of words of the search text that a product must contain; all of them by default. */
  atLeast?: number
  phrase: string
  filter: ProductListQuery
}

async function searchWords(
  db: Database,
  { words, atLeast, phrase, filter }: WordSearch,
  range: PageRange,
  find: Find,
): Promise<SearchMatches> {
  const [lexemes, creators] = await Promise.all([
    lookUpLexemes(db, words),
    atLeast === undefined ? findCreatorsByUsernames(db, words) : [],
  ])
  const text = textQueries(lexemes, phrase, atLeast)
  if (text === undefined) return NOTHING
  if (creators.length === 0) return find(db, { text, filter }, range)
  const ids = creators.map(({ id }) => id)
  const besides = lexemes.filter(({ word }) => creators.every(({ username }) => username !== word))
  return find(db, { text, creators: { ids, query: buildWordsQuery(besides) }, filter }, range)
}

function textQueries(
  lexemes: readonly Lexeme[],
  phrase: string,
  atLeast?: number,
): TextQueries | undefined {
  const query = buildWordsQuery(lexemes, atLeast)
  if (query === undefined) return undefined
  const inName = restrictQueryToNames(query)
  return {
    // If the text has only stop words, only product names are searched: in descriptions these words match almost
    // everything.
    anywhere: lexemes.every(isStopWord) ? inName : query,
    inName,
    nameBeginning: `(${inName}) & ${buildNameBeginningQuery(phrase)}`,
    exactName: buildExactNameQuery(phrase),
  }
}
