import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/index.ts'
import { DEMO_ADMIN, listDemoLogins } from './users.ts'

/**
 * What stands in the database: nothing, a demo that was interrupted, or something to leave alone (a whole
 * demo, or accounts of somebody else's).
 */
export async function readSeedState(db: Database): Promise<'nothing' | 'half' | 'enough'> {
  const emails = (await db.select({ email: users.email }).from(users)).map(({ email }) => email)
  if (emails.length === 0) return 'nothing'
  const ours = new Set(listDemoLogins().map(({ email }) => email))
  return !emails.includes(DEMO_ADMIN.email) && emails.every(email => ours.has(email))
    ? 'half'
    : 'enough'
}

/** Takes down what an interrupted seed left: every row, and the files they named. */
export async function deleteDemoData(db: Database, { dataDir }: Config): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const tables = rows.map(({ name }) => name).join(', ')
  await db.execute(sql.raw(`truncate ${tables} restart identity cascade`))
  await rm(join(dataDir, 'storage'), { recursive: true, force: true })
}
