/** Words of a search that count; what stands behind them is left out. */
const WORDS_MAX = 8
const WORD_LETTERS_MAX = 30

/** Without capitals and accents, as the function of the same name in the database. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** The words somebody typed: letters and digits of any script, nothing that a query's syntax knows. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(word => word.slice(0, WORD_LETTERS_MAX)))].slice(0, WORDS_MAX)
}

/** A word as the database's dictionaries read it: the stems of both languages, quoted; empty for a stop word. */
export interface Understood {
  word: string
  spanish: string
  english: string
}

/**
 * A text search query: every word (or any, with `join` '|'), as written or by its stem; the last may be unfinished.
 * Undefined where there is no word at all.
 */
export function queryOf(words: readonly Understood[], join: '&' | '|' = '&'): string | undefined {
  const telling = words.filter(({ spanish, english }) => spanish !== '' && english !== '')
  const counted = telling.length > 0 ? telling : words
  const last = words.at(-1)
  const parts = counted.map(word => {
    const { spanish, english } = word
    const isOpen = word === last && word.word.length > 1
    const forms = [`'${word.word}'${isOpen ? ':*' : ''}`, spanish, english].filter(Boolean)
    return `(${[...new Set(forms)].join(' | ')})`
  })
  return parts.length > 0 ? parts.join(` ${join} `) : undefined
}

/** The same query of names alone. */
export function inNames(query: string): string {
  return query.replaceAll(/'((?:[^']|'')*)'(:\*)?/g, (_, word: string, open = '') =>
    open ? `'${word}':*A` : `'${word}':A`,
  )
}

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

/** The candidate somebody most likely meant, the first where several are as close. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; slips: number } | undefined
  for (const candidate of candidates) {
    const slips = slipsBetween(word, candidate)
    if (slips <= slipsAllowed(word) && (!best || slips < best.slips)) best = { candidate, slips }
  }
  return best?.candidate
}
