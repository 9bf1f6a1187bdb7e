import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const readNumbers = async (db: Db, order = sql``) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select n::int as n from generate_series(1, 3) as n ${order}`,
  )
  return rows.map(({ n }) => n)
}

test('rows without an order reach tests and the app in an order that nobody can rely on', async () => {
  expect(await readNumbers(shop.db)).toEqual([3, 2, 1])
  expect(await runTransaction(shop.db, tx => readNumbers(tx))).toEqual([3, 2, 1])
})

test('rows with an order reach tests and the app in this order', async () => {
  expect(await readNumbers(shop.db, sql`order by n`)).toEqual([1, 2, 3])
  expect(await runTransaction(shop.db, tx => readNumbers(tx, sql`order by n`))).toEqual([1, 2, 3])
})
