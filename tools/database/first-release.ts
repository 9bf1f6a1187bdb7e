import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDatabase } from '#server/db/client.ts'
import { MIGRATIONS, migrateDatabase } from '#server/db/migrate.ts'

const JOURNAL = 'meta/_journal.json'
const DATA = join(import.meta.dirname, '../fixtures/first-release/data.sql')

/** Reads the statements that insert a little data of the first release. They name every column that it had. */
export const readFirstReleaseData = (): Promise<string> => readFile(DATA, 'utf8')

/**
 * Turns a test database into one of the first release with a little data. The first release has the first migration
 * only.
 */
export async function restoreFirstRelease(database: OpenDatabase): Promise<void> {
  const { pool } = database
  await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-first-release-'))
  try {
    const journal = JSON.parse(await readFile(join(MIGRATIONS, JOURNAL), 'utf8')) as {
      entries: { tag: string }[]
    }
    const [first] = journal.entries
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries: [first] }))
    await copyFile(join(MIGRATIONS, `${first!.tag}.sql`), join(folder, `${first!.tag}.sql`))
    await migrateDatabase(database, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
  await pool.query(await readFirstReleaseData())
}
