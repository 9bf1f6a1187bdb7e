import { startMigratedPostgres } from '#tools/database/migrated-postgres.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { publishSharedPostgres } from './shared-postgres.ts'

/**
 * Builds the app before the suite if the existing build is older than the sources, and starts the PostgreSQL server
 * that all test servers share. The returned function stops it after the suite.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const postgres = await startMigratedPostgres()
  publishSharedPostgres(postgres)
  return () => postgres.stop()
}
