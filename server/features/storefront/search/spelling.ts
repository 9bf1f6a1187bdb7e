import type { Database } from '#server/db/client.ts'
import { runPreparedQuery } from '#server/db/prepared.ts'
import { lookUpLexemes } from './dictionary.ts'
import { isStopWord } from './text-query.ts'

/** The number of spelling corrections of a word for which listed products are looked up. */
const MAX_CORRECTIONS = 4

/**
 * Replaces each word that occurs in no listed product by the most similar word that does. A word without a similar one
 * is left out. Stop words and words of one or two letters stay as they are, but if no other word would be left, the
 * result is empty.
 */
export async function correctSpelling(db: Database, words: readonly string[]): Promise<string[]> {
  const correctable = (await withoutStopWords(db, words)).filter(({ length }) => length > 2)
  const used = await findUsedWords(db, correctable)
  const unused = correctable.filter(word => !used.has(word))
  const similarWords = await findSimilarWords(db, unused)
  const corrections = new Map(
    unused.map(word => [
      word,
      rankNearestWords(word, similarWords.get(word) ?? []).slice(0, MAX_CORRECTIONS),
    ]),
  )
  const candidates = await withoutStopWords(db, [...new Set([...corrections.values()].flat())])
  const usedCandidates = await findUsedWords(db, candidates)
  const corrected = words.flatMap(word => {
    const options = corrections.get(word)
    return options ? (options.find(option => usedCandidates.has(option)) ?? []) : word
  })
  // A text of stop words alone would find products that have nothing to do with the search.
  const hasMeaning = (await withoutStopWords(db, corrected)).length > 0
  return hasMeaning || correctable.length === 0 ? [...new Set(corrected)] : []
}

async function withoutStopWords(db: Database, words: readonly string[]): Promise<string[]> {
  const lexemes = await lookUpLexemes(db, words)
  return lexemes.filter(lexeme => !isStopWord(lexeme)).map(({ word }) => word)
}

/** Returns those of the given words that at least one listed product contains. */
async function findUsedWords(db: Database, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set()
  // The inner LIMIT makes PostgreSQL read the text index and stop at the first listed product.
  const rows = await runPreparedQuery<{ word: string }>(
    db,
    'search_used_words',
    `select word from unnest($1::text[]) word
     where exists (select from products where listed and search @@ quote_literal(word)::tsquery limit 1)`,
    [words],
  )
  return new Set(rows.map(({ word }) => word))
}

/**
 * Returns words of products that resemble each given word by their trigrams. For a short word, also those with the same
 * first letter and a similar length.
 */
async function findSimilarWords(
  db: Database,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map()
  const rows = await runPreparedQuery<{ typed: string; similar: string[] }>(
    db,
    'search_similar_words',
    `select typed, array(
       select word from (
         select word, similarity(word, typed) as similarity from search_words where word % typed
         union
         select word, similarity(word, typed) from search_words
         where length(typed) < 6 and word like left(typed, 1) || '%'
           and length(word) between length(typed) - 1 and length(typed) + 1
       ) candidates order by similarity desc, word limit 200) as similar
     from unnest($1::text[]) typed`,
    [words],
  )
  return new Map(rows.map(({ typed, similar }) => [typed, similar]))
}

/**
 * Returns the candidates within the tolerated edit distance, sorted by fewest edits and then by the most similar
 * length.
 */
export function rankNearestWords(word: string, candidates: readonly string[]): string[] {
  return candidates
    .map(candidate => ({
      candidate,
      edits: computeEditDistance(word, candidate),
      lengthDifference: Math.abs(candidate.length - word.length),
    }))
    .filter(({ edits }) => edits <= maxEdits(word))
    .toSorted((a, b) => a.edits - b.edits || a.lengthDifference - b.lengthDifference)
    .map(({ candidate }) => candidate)
}

/** Returns how many wrong letters are tolerated in a word of this length. */
function maxEdits({ length }: string): number {
  if (length < 3) return 0
  return length < 6 ? 1 : 2
}

/**
 * Computes the number of letters to insert, delete, replace or swap with their neighbour to turn one word into the
 * other.
 * Source: the optimal string alignment variant of the Damerau–Levenshtein distance.
 */
export function computeEditDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const replacement = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + replacement,
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = edits
    }
  return rows[a.length]![b.length]!
}
