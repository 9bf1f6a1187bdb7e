import { LRUCache } from 'lru-cache'
import type { Database } from '#server/db/client.ts'
import { runPreparedQuery } from '#server/db/prepared.ts'
import type { Lexeme } from './text-query.ts'

/** What an entry takes in bytes besides its texts. */
const ENTRY_BYTES = 200

/** Lexemes are cached without expiry, since PostgreSQL's dictionaries do not change while a process runs. */
const lexemes = new LRUCache<string, Lexeme>({
  maxSize: 2_000_000,
  sizeCalculation: ({ spanish, english }, word) =>
    2 * word.length + spanish.length + english.length + ENTRY_BYTES,
})

/** Looks words up in PostgreSQL's Spanish and English dictionaries, and returns their lexemes in the same sequence. */
export async function lookUpLexemes(db: Database, words: readonly string[]): Promise<Lexeme[]> {
  const missing = words.filter(word => !lexemes.has(word))
  const rows = missing.length === 0 ? [] : await selectLexemes(db, missing)
  const lexemeOf = new Map(rows.map(lexeme => [lexeme.word, lexeme]))
  for (const lexeme of rows) lexemes.set(lexeme.word, lexeme)
  return words.flatMap(word => lexemeOf.get(word) ?? lexemes.get(word) ?? [])
}

const selectLexemes = (db: Database, words: readonly string[]) =>
  runPreparedQuery<Lexeme>(
    db,
    'search_lexemes',
    `select word, plainto_tsquery('spanish', word)::text as spanish, plainto_tsquery('english', word)::text as english
     from unnest($1::text[]) word`,
    [words],
  )
