import type { SharedPostgres } from '#tools/database/postgres-server.ts'

/** The environment variable by which the global setup tells the test workers which PostgreSQL server they share. */
const VARIABLE = 'E2E_SHARED_POSTGRES'

export function publishSharedPostgres({ url, template }: SharedPostgres): void {
  process.env[VARIABLE] = JSON.stringify({ url, template })
}

export const readSharedPostgres = (): SharedPostgres =>
  JSON.parse(process.env[VARIABLE]!) as SharedPostgres
