import { Readable } from 'node:stream'
import { and, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Section } from './section.ts'
import { listSections } from './sections.ts'

const BATCH_SIZE = 500

/**
 * Streams everything that is stored about a user as one JSON object. It never holds more than a batch of rows, and
 * keys.
 */
export function streamPersonalData(
  db: Db,
  user: { id: number; email: string; isVerified: boolean },
): Readable {
  return Readable.from(writeJson(db, user), { objectMode: false })
}

async function* writeJson(
  db: Db,
  user: { id: number; email: string; isVerified: boolean },
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date())}`
  for (const section of listSections(db, user)) {
    yield `,${JSON.stringify(section.name)}:[`
    let separator = ''
    for await (const row of readRows(db, section)) {
      yield separator + JSON.stringify(row)
      separator = ','
    }
    yield ']'
  }
  yield '}'
}

/**
 * Reads the rows of a section in batches. Their keys are read first: with a limit, the planner would look for a user's
 * few rows among those of all users.
 */
async function* readRows(db: Db, { table, key, columns, rows }: Section) {
  const keys = (await db.select({ key }).from(table).where(rows)).map(row => row.key)
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const batch = inArray(key, keys.slice(start, start + BATCH_SIZE))
    yield* await db.select(columns).from(table).where(and(rows, batch)).orderBy(key)
  }
}
