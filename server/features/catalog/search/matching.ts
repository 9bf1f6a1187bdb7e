import type { ListQuery } from '#contract/catalog/search.ts'
import type { Database } from '#server/db/client.ts'
import {
  FEW,
  FEW_PERHAPS,
  MATCHES_MAX,
  type Matches,
  type Wanted,
  estimate,
  estimateUses,
  findAll,
  findCreators,
  findFew,
  findTop,
  planTop,
} from './match-queries.ts'
import { countUses, findAlike, understand } from './queries.ts'
import {
  CHOSEN_MAX,
  closest,
  counted,
  exactOf,
  formsOf,
  inNames,
  isTelling,
  phraseOf,
  queryOf,
  type Understood,
  wordsOf,
} from './words.ts'

interface At {
  limit: number
  offset: number
}

/** What was found, and the words that were looked for instead of the typed ones. */
export interface Found extends Matches {
  correctedTo: string | null
}

const NONE: Found = { ids: [], total: 0, correctedTo: null }

/**
 * A page of what was meant: as typed; where that leads nowhere, with its slips mended and without words that nobody
 * uses; where that does not either, with a word less, and so on.
 */
export async function search(
  db: Database,
  { q = '', ...filter }: ListQuery,
  at: At,
  readiness: 'thorough' | 'quick' = 'thorough',
): Promise<Found> {
  const typed = wordsOf(q)
  if (typed.length === 0 || at.offset >= MATCHES_MAX) return NONE
  const creator = /^\s*@([a-z\d]+)/i.exec(q)?.[1]?.toLowerCase()
  const found =
    (creator === undefined ? undefined : await ofCreator(db, creator, { q, filter }, at)) ??
    (await match(db, { words: typed, phrase: phraseOf(q), filter }, at))
  if (found.total > 0) return { ...found, correctedTo: null }

  const known = await mend(db, typed)
  const words = known.length > 0 ? known : typed
  const correctedTo = words.join() === typed.join() ? null : words.join(' ')
  const phrase = words.join(' ')
  const most = counted(await understood(db, words)).length
  const fewer = Array.from({ length: Math.min(most - 1, CHOSEN_MAX) }, (_, n) => n + 1)
  for (const atLeast of [
    ...(correctedTo === null ? [] : [most]),
    ...(readiness === 'quick' ? [] : fewer.toReversed()),
  ]) {
    const better = await match(db, { words, atLeast, phrase, filter }, at)
    if (better.total > 0) return { ...better, correctedTo }
  }
  return NONE
}

/** What hangs in the kiosk of `@somebody`, where they have one and something there fits. */
async function ofCreator(
  db: Database,
  username: string,
  { q, filter }: { q: string; filter: ListQuery },
  at: At,
): Promise<Matches | undefined> {
  const creators = (await findCreators(db, [username])).map(({ id }) => id)
  if (creators.length === 0) return undefined
  const besides = wordsOf(q.replace(/^\s*@[a-z\d]+/i, ''))
  const rest = queryOf(await understood(db, besides))
  const nothing = `'=='`
  const query = { query: nothing, names: rest ? inNames(rest) : nothing, exact: nothing }
  return findAll(db, { ...query, phrase: '', filter, creators, rest, isOneWord: false }, at)
}

async function match(
  db: Database,
  { words, atLeast, phrase, filter }: Search,
  at: At,
): Promise<Matches> {
  const [known, people] = await Promise.all([
    understood(db, words),
    atLeast === undefined ? findCreators(db, words) : [],
  ])
  const asked = queryOf(known, atLeast)
  if (asked === undefined) return NONE
  // Words that say nothing are looked for where they do: in a name.
  const query = known.some(isTelling) ? asked : inNames(asked)
  const besides = known.filter(({ word }) => people.every(({ username }) => username !== word))
  const wanted: Wanted = {
    query,
    names: inNames(asked),
    exact: exactOf(phrase),
    phrase,
    filter,
    creators: people.map(({ id }) => id),
    rest: queryOf(besides),
    isOneWord: words.length === 1,
  }
  const guess = await estimate(db, wanted)
  const few = guess.all > FEW_PERHAPS ? undefined : await findFew(db, wanted, at)
  if (few) return few
  const { all, named, shelf } = guess
  // The forms of a word are found in the same products; the planner adds them up.
  const forms = wanted.isOneWord ? Math.max(1, ...known.map(word => formsOf(word, true).length)) : 1
  const plan = planTop({ all: Math.max(all / forms, FEW), named: named / forms, shelf }, wanted, at)
  if (!plan) return findAll(db, wanted, at)
  // Where the best sellers have fewer of such names than was guessed, all that have one are read.
  const top =
    (await findTop(db, wanted, plan, at)) ??
    (plan.namedScanned > 0 && (await findTop(db, wanted, { ...plan, namedScanned: 0 }, at)))
  return top || findAll(db, wanted, at)
}

interface Search {
  words: readonly string[]
  /** How many of the words are enough; without it none may be missing. */
  atLeast?: number
  phrase: string
  filter: ListQuery
}

/** Dictionaries do not change while a process lives. */
const KNOWN_MAX = 10_000
const known = new Map<string, Understood>()

async function understood(db: Database, words: readonly string[]): Promise<Understood[]> {
  const missing = words.filter(word => !known.has(word))
  if (missing.length > 0) {
    if (known.size > KNOWN_MAX) known.clear()
    for (const entry of await understand(db, missing)) known.set(entry.word, entry)
  }
  return words.flatMap(word => known.get(word) ?? [])
}

/** Of how many that a word may stand for the uses are looked at. */
const CANDIDATES = 4

/**
 * Each word as it is known, or as the closest one that is in a product and says something; what resembles none is left
 * out.
 */
async function mend(db: Database, words: readonly string[]): Promise<string[]> {
  const typed = words.filter(({ length }) => length > 2)
  const known = await usesOf(db, typed)
  const unknown = typed.filter(word => known.get(word) === 0)
  const meant = new Map(
    [...(await findAlike(db, unknown))].map(([word, alike]) => [
      word,
      closest(word, alike).slice(0, CANDIDATES),
    ]),
  )
  const candidates = [...new Set([...meant.values()].flat())]
  const uses = await usesOf(db, candidates)
  const telling = new Set(
    (await understood(db, candidates)).filter(isTelling).map(({ word }) => word),
  )
  const isGood = (candidate: string) => telling.has(candidate) && uses.get(candidate) !== 0
  const mended = words.map(word => (unknown.includes(word) ? meant.get(word)?.find(isGood) : word))
  return [...new Set(mended.filter(word => word !== undefined))]
}

/** About how many products use each word; right where it is none. */
async function usesOf(db: Database, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const guessed = await estimateUses(db, words)
  const rare = words.filter(word => (guessed.get(word) ?? 0) <= FEW)
  return new Map([...guessed, ...(await countUses(db, rare))])
}
