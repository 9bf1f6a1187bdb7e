import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { insertTestCategories } from '#tools/test-app/test-categories.ts'
import { type OpenDatabase, openDatabase } from '../client.ts'
import { migrateDatabase } from '../migrate.ts'

const ROLES_SQL = readFileSync(join(import.meta.dirname, '../../../ops/roles.sql'), 'utf8')
const ROLE_PASSWORD = 'kiosko-test'
const name = `test_${randomUUID().replaceAll('-', '')}`

let shop: TestApp
let database: OpenDatabase

async function runAsSuperuser(databaseName: string, ...statements: string[]): Promise<void> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') throw new Error('the embedded database has no roles')
  const client = new pg.Client(`${engine.url}/${databaseName}`)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const urlOf = (role: string): string => {
  const engine = inject('engine')
  const url = new URL(`${engine.kind === 'embedded' ? '' : engine.url}/${name}`)
  url.username = role
  url.password = ROLE_PASSWORD
  return url.href
}

beforeAll(async () => {
  await runAsSuperuser('postgres', `create database ${name}`)
  await runAsSuperuser(
    name,
    ROLES_SQL,
    // The script can be repeated.
    ROLES_SQL,
    `alter role kiosko_owner password '${ROLE_PASSWORD}'`,
    `alter role kiosko_app password '${ROLE_PASSWORD}'`,
  )
})
afterAll(async () => {
  await shop?.close()
  await runAsSuperuser('postgres', `drop database ${name} with (force)`)
})

test('the role that serves requests does not start before the migrations have run', async () => {
  const early = await openDatabase({ databaseUrl: urlOf('kiosko_app'), dataDir: '' })
  await expect(migrateDatabase(early)).rejects.toThrow('DATABASE_MIGRATION_URL')
  await early.close()
})

test('the owner runs the migrations, and the other role sells and delivers with rights on rows only', async () => {
  database = await openDatabase({
    databaseUrl: urlOf('kiosko_app'),
    migrationUrl: urlOf('kiosko_owner'),
    dataDir: '',
  })
  await migrateDatabase(database)
  const serving = await openDatabase({ databaseUrl: urlOf('kiosko_app'), dataDir: '' })
  await migrateDatabase(serving)
  await serving.close()
  shop = await createTestApp({}, { database })
  await insertTestCategories(shop.db)

  const seller = await shop.seller()
  const product = await shop.publish(seller)
  const { token, preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const [item] = (await shop.waitForOrderState(token, 'approved')).items

  expect((await fetch(item!.downloadUrl!)).status).toBe(200)
  expectOk(await shop.visitor().call(login, { body: { email: seller.email, password: PASSWORD } }))
  await shop.waitForJobs()
})

test('no role of the marketplace is a superuser or can become one', async () => {
  const { rows } = await database.pool.query(
    `select rolname from pg_roles where rolname like 'kiosko_%'
     and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`,
  )
  expect(rows).toEqual([])
})

test.each([
  ['create a table', 'create table public.planted (id int)'],
  ['create a schema', 'create schema planted'],
  ['change a table', 'alter table users add column planted text'],
  ['drop a table', 'drop table orders'],
  ['empty a table', 'truncate orders cascade'],
  ['create a function', 'create function planted() returns int language sql as $$ select 1 $$'],
  ['turn off the triggers of a table', 'alter table products disable trigger all'],
  ['run a program', "copy (select 1) to program 'true'"],
  ['write a file of the server', "copy (select 1) to '/tmp/planted'"],
  ['read a file of the server', "select pg_read_file('/etc/hostname')"],
  ['create an extension', 'create extension dblink'],
  ['create a role', 'create role planted'],
  ['become the owner', 'set role kiosko_owner'],
  ['change the journal of migrations', 'drop table drizzle.__drizzle_migrations'],
])('the role that serves requests cannot %s', async (_, statement) => {
  await expect(database.pool.query(statement)).rejects.toMatchObject({
    code: expect.stringMatching(/^42501$|^42809$/),
  })
})

test('the role that serves requests refuses a database of another version', async () => {
  const setHash = (hash: string) =>
    runAsSuperuser(name, `update drizzle.__drizzle_migrations set hash = '${hash}' where id = 1`)
  const { rows } = await database.pool.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations where id = 1',
  )
  await setHash('another')
  const serving = await openDatabase({ databaseUrl: urlOf('kiosko_app'), dataDir: '' })

  await expect(migrateDatabase(serving)).rejects.toThrow('made by another version')

  await serving.close()
  await setHash(rows[0]!.hash)
})
