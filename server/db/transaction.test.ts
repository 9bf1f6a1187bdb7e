import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tools/database/test-database.ts'
import type { OpenDatabase, Transaction } from './client.ts'
import { runTransaction } from './transaction.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** More failures than the pool has connections. */
const FAILURES = 12

/** Ends the connection of a transaction from outside, and waits until its process has noticed. */
async function breakConnection(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const isLost = new Promise(resolve => tx.$client.once('end', resolve))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await isLost
}

const readOne = () =>
  runTransaction(database.db, async tx => (await tx.execute(sql`select 1 as one`)).rows)

describe('runTransaction', () => {
  test('a BEGIN that fails loses no connection of the pool', async () => {
    const isolationLevel = 'unknown' as 'serializable'
    for (let failure = 0; failure < FAILURES; failure += 1)
      await expect(
        runTransaction(database.db, async () => undefined, { isolationLevel }),
      ).rejects.toThrow('syntax error')

    expect(await readOne()).toEqual([{ one: 1 }])
  })

  test('a connection that breaks between two queries fails its transaction only', async () => {
    for (let failure = 0; failure < FAILURES; failure += 1)
      await expect(
        runTransaction(database.db, async tx => {
          await breakConnection(tx)
          await tx.execute(sql`select 1`)
        }),
      ).rejects.toThrow()

    expect(await readOne()).toEqual([{ one: 1 }])
  })

  test('a rollback that fails does not hide the error of the work', async () => {
    const work = runTransaction(database.db, async tx => {
      await breakConnection(tx)
      throw new Error('the product is sold out')
    })

    await expect(work).rejects.toThrow('the product is sold out')
  })

  test('a commit that fails is reported and nothing of the transaction stays', async () => {
    await database.pool.query(
      'create table deferred_rows (id int primary key, parent int references deferred_rows deferrable initially deferred)',
    )

    const work = runTransaction(database.db, tx =>
      tx.execute(sql`insert into deferred_rows values (1, 2)`),
    )

    await expect(work).rejects.toThrow('violates foreign key')
    const { rows } = await database.pool.query('select * from deferred_rows')
    expect(rows).toEqual([])
  })
})
