import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { startPostgres } from './postgres-server.ts'

const TEMPLATE = 'migrated'

/** Starts a PostgreSQL server and migrates one database, the template for the database of each test file. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  await server.createDatabase(TEMPLATE)
  const database = await openDatabase({ databaseUrl: `${server.url}/${TEMPLATE}`, dataDir: '' })
  await migrateDatabase(database)
  await database.close()
  project.provide('engine', { kind: 'postgres', url: server.url, template: TEMPLATE })
  return () => server.stop()
}
