import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/index.ts'
import { DEMO_ADMIN, listDemoLogins } from './users.ts'

/**
 * Returns the state of the database. `interrupted` means that only a part of the demo data exists. `occupied` means
 * that a complete demo or other accounts exist, which must not be changed.
 */
export async function readSeedState(db: Database): Promise<'empty' | 'interrupted' | 'occupied'> {
  const emails = (await db.select({ email: users.email }).from(users)).map(({ email }) => email)
  if (emails.length === 0) return 'empty'
  const demoEmails = new Set(listDemoLogins().map(({ email }) => email))
  return !emails.includes(DEMO_ADMIN.email) && emails.every(email => demoEmails.has(email))
    ? 'interrupted'
    : 'occupied'
}

/** Deletes the data of an interrupted seed: all rows and all stored files. */
export async function deleteDemoData(db: Database, { dataDir }: Config): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const tables = rows.map(({ name }) => name).join(', ')
  await db.execute(sql.raw(`truncate ${tables} restart identity cascade`))
  await rm(join(dataDir, 'storage'), { recursive: true, force: true })
}
