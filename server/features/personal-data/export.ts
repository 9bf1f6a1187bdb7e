import { Readable } from 'node:stream'
import { and, gt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Section, listSections } from './sections.ts'

const BATCH_SIZE = 500

/** Streams everything that is stored about a user as one JSON object. It never holds more than a batch of rows. */
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

/** Reads the rows of a section in batches, each after the last key of the one before. */
async function* readRows(db: Db, { table, key, columns, rows }: Section) {
  let last: unknown
  for (;;) {
    const batch = await db
      .select({ key, columns })
      .from(table)
      .where(and(rows, last === undefined ? undefined : gt(key, last)))
      .orderBy(key)
      .limit(BATCH_SIZE)
    for (const row of batch) yield row.columns
    if (batch.length < BATCH_SIZE) return
    last = batch.at(-1)!.key
  }
}
