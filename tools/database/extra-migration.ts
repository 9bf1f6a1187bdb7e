import { cp, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/client.ts'
import { MIGRATIONS, migrateDatabase } from '#server/db/migrate.ts'

/** Upgrades a PostgreSQL database by one more migration, a file of SQL that follows the project's latest one. */
export async function runExtraMigration(databaseUrl: string, sqlFile: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-upgrade-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  await copyFile(sqlFile, join(folder, 'extra.sql'))
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  const latest = journal.entries.at(-1)!
  journal.entries.push({ ...latest, when: latest.when + 1, tag: 'extra' })
  await writeFile(path, JSON.stringify(journal))
  const database = await openDatabase({ databaseUrl, dataDir: folder })
  try {
    await migrateDatabase(database, folder)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
