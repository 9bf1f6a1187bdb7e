import { openDatabase } from '#server/db/client.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { type PostgresServer, type SharedPostgres, startPostgres } from './postgres-server.ts'

const TEMPLATE = 'migrated'

/** Starts a PostgreSQL server with a migrated database, of which tests make copies. */
export async function startMigratedPostgres(): Promise<PostgresServer & SharedPostgres> {
  const server = await startPostgres()
  await server.createDatabase(TEMPLATE)
  const database = await openDatabase({ databaseUrl: `${server.url}/${TEMPLATE}`, dataDir: '' })
  await migrateDatabase(database)
  await database.close()
  return { ...server, template: TEMPLATE }
}
