import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase } from './client.ts'
import { prepared, preparedByIds } from './prepared.ts'
import { users } from './schema/index.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.insert(users).values(
    Array.from({ length: 150 }, (_, nth) => ({
      email: `person${nth + 1}@mail.test`,
      ...(nth === 0 && { verifiedAt: new Date('2026-03-04T05:06:07.890Z') }),
    })),
  )
})
afterAll(() => database.close())

test('a row is read as drizzle reads it: dates, nothing, and counts as numbers', async () => {
  const byEmail = prepared('test_user', db =>
    db
      .select({ id: users.id, verifiedAt: users.verifiedAt, createdAt: users.createdAt })
      .from(users)
      .where(eq(users.email, sql.placeholder('email'))),
  )
  const counted = prepared('test_count', db => db.select({ total: count() }).from(users))

  for (const email of ['person1@mail.test', 'person2@mail.test', 'nobody@mail.test'])
    expect(await byEmail(database.db, { email })).toEqual(
      await database.db
        .select({ id: users.id, verifiedAt: users.verifiedAt, createdAt: users.createdAt })
        .from(users)
        .where(eq(users.email, email)),
    )
  expect(await counted(database.db, {})).toEqual([{ total: 150 }])
})

const byIds = preparedByIds('test_users', (db, places) =>
  db.select({ id: users.id }).from(users).where(inArray(users.id, places)),
)

test.each([0, 1, 3, 4, 5, 24, 64, 65, 140])(
  'a list of %i ids has each of its rows once, and no other',
  async length => {
    const ids = Array.from({ length }, (_, nth) => nth + 1)
    const rows = await byIds(database.db, ids)
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
  },
)

test('one row by its id is planned a few times, and not at every call', async () => {
  for (let id = 1; id <= 40; id++) await byIds(database.db, [id])

  const { rows } = await database.pool.query<{ custom: string; generic: string }>(
    `select custom_plans::text as custom, generic_plans::text as generic
     from pg_prepared_statements where name = 'test_users_1'`,
  )
  expect(rows).toHaveLength(1)
  expect(Number(rows[0]!.custom)).toBeLessThanOrEqual(5)
  expect(Number(rows[0]!.generic)).toBeGreaterThanOrEqual(35)
})

test('what the database refuses is an error of that call alone', async () => {
  const share = prepared('test_share', db =>
    db
      .select({ share: sql`10 / ${sql.placeholder('parts')}::int`.mapWith(Number) })
      .from(users)
      .limit(1),
  )

  const answers = [5, 0, 2].map(parts => share(database.db, { parts }))

  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'fulfilled', value: [{ share: 2 }] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: [{ share: 5 }] },
  ])
})

test('a cell that cannot be read is an error of that call alone', async () => {
  const strict = (text: unknown) => {
    if (text === 'person2@mail.test') throw new Error('unreadable')
    return String(text)
  }
  const emails = prepared('test_emails', db =>
    db
      .select({ email: sql`${users.email}`.mapWith(strict) })
      .from(users)
      .where(eq(users.id, sql.placeholder('id'))),
  )

  const answers = [1, 2, 3].map(id => emails(database.db, { id }))

  expect(await Promise.allSettled(answers)).toMatchObject([
    { value: [{ email: 'person1@mail.test' }] },
    { status: 'rejected', reason: { message: 'unreadable' } },
    { value: [{ email: 'person3@mail.test' }] },
  ])
})

test('a whole table as one field is refused', async () => {
  const whole = prepared('test_whole', db => db.select({ user: users }).from(users))
  await expect(whole(database.db, {})).rejects.toThrow('neither a column nor')
})
