/** Words of a search that count; what stands behind them is left out. */
const WORDS_MAX = 8
const WORD_LETTERS_MAX = 30
/** Of what is looked for as a whole name. */
const PHRASE_LETTERS_MAX = 100
/** Words that a choice is made of. */
export const CHOSEN_MAX = 4

/** Without capitals and accents, as the function of the same name in the database. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** The words somebody typed: letters and digits of any script, nothing that a query's syntax knows. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, WORD_LETTERS_MAX)))].slice(0, WORDS_MAX)
}

/** All that was typed, in the database's way to write a whole name. */
export function phraseOf(text: string): string {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').slice(0, PHRASE_LETTERS_MAX)
}

/** A query for the products whose whole name this is; see the migration `search_titles`. */
export const exactOf = (phrase: string): string => `'==${phrase}'`

/** A word as the database's dictionaries read it: the stems of both languages, quoted; empty for a stop word. */
export interface Understood {
  word: string
  spanish: string
  english: string
}

/** Whether a word says something beside others. */
export const isTelling = ({ spanish, english }: Understood): boolean =>
  spanish !== '' && english !== ''

/** Those that a search goes by: what says nothing is left out beside what does. */
export function counted(words: readonly Understood[]): readonly Understood[] {
  const telling = words.filter(isTelling)
  return telling.length > 0 ? telling : words
}

/** What a word is looked for as: as written, perhaps unfinished, and by its stems. */
export function formsOf({ word, spanish, english }: Understood, isOpen: boolean): string[] {
  return [...new Set([`'${word}'${isOpen ? ':*' : ''}`, spanish, english].filter(Boolean))]
}

/**
 * A text search query: every word, or at least so many of the first few, as written or by its stem; the last may be
 * unfinished. Undefined where there is no word at all.
 */
export function queryOf(words: readonly Understood[], atLeast = Infinity): string | undefined {
  const last = words.at(-1)
  const parts = counted(words).map(word => {
    const isOpen = word === last && word.word.length > 1
    return `(${formsOf(word, isOpen).join(' | ')})`
  })
  if (parts.length === 0) return undefined
  if (atLeast >= parts.length) return parts.join(' & ')
  if (atLeast === 1) return parts.join(' | ')
  return choices(parts.slice(0, CHOSEN_MAX), atLeast)
    .map(choice => `(${choice.join(' & ')})`)
    .join(' | ')
}

/** Every way to take so many. */
function choices(parts: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return parts.flatMap((first, place) =>
    choices(parts.slice(place + 1), count - 1).map(rest => [first, ...rest]),
  )
}

/** The same query of names alone: their lexemes are kept once more, behind an equals sign. */
export function inNames(query: string): string {
  return query.replaceAll(/'((?:[^']|'')*)'/g, "'=$1'")
}

/**
 * A text search query for names with words that begin as each of these does; empty where there is no word. Their
 * lexemes are kept behind an equals sign (migration `search_titles`).
 */
export const namesThatBegin = (text: string): string =>
  wordsOf(text)
    .map(word => `'=${word}':*`)
    .join(' & ')

/** How many letters may be wrong in a word of this length. */
export function slipsAllowed({ length }: string): number {
  if (length < 3) return 0
  return length < 6 ? 1 : 2
}

/**
 * Letters to add, drop, change or swap with their neighbour to make one word of the other. Source: Damerau and
 * Levenshtein's distance, of adjacent transpositions.
 */
export function slipsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = least
    }
  return rows[a.length]![b.length]!
}

/** The candidates somebody may have meant: those with the fewest slips first, of these the ones as long as it. */
export function closest(word: string, candidates: readonly string[]): string[] {
  return candidates
    .map(candidate => ({
      candidate,
      slips: slipsBetween(word, candidate),
      longer: Math.abs(candidate.length - word.length),
    }))
    .filter(({ slips }) => slips <= slipsAllowed(word))
    .toSorted((one, other) => one.slips - other.slips || one.longer - other.longer)
    .map(({ candidate }) => candidate)
}
