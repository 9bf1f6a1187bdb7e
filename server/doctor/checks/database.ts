import type pg from 'pg'
import type { OpenDatabase } from '#server/db/client.ts'
import {
  OTHER_SCHEMA,
  adviseOnOtherSchema,
  countMissingMigrations,
  hasOtherSchema,
} from '#server/db/migrate.ts'
import { type Finding, fault, ok, warning } from '../finding.ts'

/** The oldest major version of PostgreSQL that the tests have run with. */
const OLDEST_VERSION = 15

/** Checks the version, the migrations, the extensions and the rights of the role that serves requests. */
export async function checkDatabase(database: OpenDatabase): Promise<Finding[]> {
  const { client, close } = await database.connectAlone('app')
  try {
    return [
      await checkVersion(client),
      await checkMigrations(database, client),
      ...(await checkRights(client)),
      ...(await checkDurability(client)),
    ]
  } finally {
    await close()
  }
}

async function checkVersion(client: pg.ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  )
  const version = rows[0]?.version ?? 0
  return version >= OLDEST_VERSION
    ? ok(`PostgreSQL ${version} answers`)
    : warning(
        `PostgreSQL ${version} is older than every version that was tried`,
        `Upgrade the database server to PostgreSQL ${OLDEST_VERSION} or newer.`,
      )
}

async function checkMigrations(database: OpenDatabase, client: pg.ClientBase): Promise<Finding> {
  if (await hasOtherSchema(client)) return fault(OTHER_SCHEMA, adviseOnOtherSchema(database))
  const missing = await countMissingMigrations(client)
  if (missing === 0) return ok('all migrations have run')
  const { rows } = await client.query(
    "select 1 from pg_available_extensions where name = 'pg_trgm'",
  )
  return fault(
    `${missing} migrations are missing`,
    rows.length > 0
      ? 'Run npm run db:migrate as the owner of the tables, or start the server, if its role may create tables.'
      : 'Install the extension pg_trgm on the database server (on Debian: postgresql-contrib), then run npm run db:migrate.',
  )
}

async function checkRights(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; closed: string[]; is_superuser: boolean }>(
    `select current_user as name, rolsuper as is_superuser,
      coalesce((
        select array_agg(c.relname::text order by c.relname) from pg_class c
        where c.relnamespace = 'public'::regnamespace and (
          c.relkind in ('r', 'p') and not has_table_privilege(c.oid, 'select')
          or c.relkind in ('r', 'p') and not has_table_privilege(c.oid, 'insert')
          or c.relkind in ('r', 'p') and not has_table_privilege(c.oid, 'update')
          or c.relkind in ('r', 'p') and not has_table_privilege(c.oid, 'delete')
          or c.relkind = 'S' and not has_sequence_privilege(c.oid, 'usage'))
      ), '{}') as closed
    from pg_roles where rolname = current_user`,
  )
  const role = rows[0]
  if (!role) return []
  if (role.closed.length > 0)
    return [
      fault(
        `the role ${role.name} may not read and change ${role.closed.slice(0, 5).join(', ')}`,
        'Run ops/roles.sql on an empty database before the migrations, or grant the rights on all tables and sequences to this role.',
      ),
    ]
  if (role.is_superuser)
    return [
      warning(
        `the role ${role.name} is a superuser`,
        'Serve with a role that has rights on rows only: see "Two database roles" in docs/operations/start.md.',
      ),
    ]
  return [ok(`the role ${role.name} may read and change rows`)]
}

/** PGlite never flushes, which the setting ALLOW_EMBEDDED_DATABASE accepts; a server without fsync is a mistake. */
async function checkDurability(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ fsync: string }>("select current_setting('fsync') as fsync")
  if (rows[0]?.fsync !== 'off') return []
  return [
    warning(
      'fsync is off, so a power cut can lose the database',
      'Remove fsync=off from the settings of the database server.',
    ),
  ]
}
