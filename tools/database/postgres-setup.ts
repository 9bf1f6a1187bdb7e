import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { startPostgres } from './postgres-server.ts'

const TEMPLATE = 'migrated'

/** Starts a PostgreSQL server and migrates one database, the template for the database of each test file. */
export default async function setup(project: TestProject) {
  // Worker processes are killed at the end of a run, so their temporary files are removed here. `nobody` reads them
  // too.
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'kiosko-tests-'))
  await chmod(temporaryFolder, 0o755)
  process.env['TMPDIR'] = temporaryFolder
  const server = await startPostgres({
    settings: ['synchronous_commit=off', 'checkpoint_timeout=1h'],
  })
  await server.createDatabase(TEMPLATE)
  const database = await openDatabase({ databaseUrl: `${server.url}/${TEMPLATE}`, dataDir: '' })
  await migrateDatabase(database)
  await database.close()
  project.provide('engine', { kind: 'postgres', url: server.url, template: TEMPLATE })
  return async () => {
    await server.stop()
    await rm(temporaryFolder, { recursive: true, force: true })
  }
}
