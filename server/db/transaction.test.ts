import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { type OpenDatabase, type Transaction, openDatabase } from './client.ts'
import { readSnapshot, runTransaction } from './transaction.ts'

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
  const { client, close } = await database.connectAlone()
  await client.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  await close()
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

  test('code inside a transaction gets no other connection of the pool, and one after its end does', async () => {
    const gate = Promise.withResolvers<void>()
    let readAfterwards: Promise<unknown> | undefined
    const work = runTransaction(database.db, async () => {
      readAfterwards = gate.promise.then(readOne)
      await readOne()
    })

    await expect(work).rejects.toThrow('inside a transaction')
    gate.resolve()
    expect(await readAfterwards).toEqual([{ one: 1 }])
  })

  test('statements that a transaction repeats are prepared, and those of a snapshot are not', async () => {
    const runAndListPrepared = async (tx: Transaction) => {
      for (let run = 0; run < 3; run += 1) await tx.execute(sql`select ${run}::int as repeated`)
      const { rows } = await tx.execute<{ statement: string }>(
        sql`select statement from pg_prepared_statements where statement like '%as repeated%'`,
      )
      return rows.map(({ statement }) => statement)
    }

    expect(await readSnapshot(database.db, runAndListPrepared)).toEqual([])
    expect(await runTransaction(database.db, runAndListPrepared)).toEqual([
      'select $1::int as repeated',
    ])
  })

  test('a repeated statement has the values and the rows of its own run', async () => {
    const values = await runTransaction(database.db, async tx => {
      const results: unknown[] = []
      for (let run = 0; run < 6; run += 1)
        results.push((await tx.execute(sql`select ${`v${run}`}::text as own`)).rows[0])
      return results
    })

    expect(values).toEqual(Array.from({ length: 6 }, (_, run) => ({ own: `v${run}` })))
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

describe('a transaction that PostgreSQL ends because of a deadlock', () => {
  beforeAll(() =>
    database.pool.query(
      'create table counters (id int primary key, count int); insert into counters values (1, 0), (2, 0)',
    ),
  )

  /** Counts both rows in the given sequence. `onFirst` is called once the first of them is locked. */
  const countRows = (ids: [number, number], onFirst: () => Promise<void>) =>
    runTransaction(database.db, async tx => {
      await tx.execute(sql`update counters set count = count + 1 where id = ${ids[0]}`)
      await onFirst()
      await tx.execute(sql`update counters set count = count + 1 where id = ${ids[1]}`)
    })

  test('a transaction that loses a deadlock is repeated once, and both have their effect once', async () => {
    const runs = [0, 0]
    const areLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const waitForBoth = (index: number) => async () => {
      runs[index]! += 1
      areLocked[index]!.resolve()
      await Promise.all(areLocked.map(({ promise }) => promise))
    }

    await Promise.all([countRows([1, 2], waitForBoth(0)), countRows([2, 1], waitForBoth(1))])

    expect(Math.max(...runs)).toBe(2)
    const { rows } = await database.pool.query('select count from counters')
    expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  })

  test.each([
    ['a second deadlock', 'deadlock_detected', 2],
    ['another error, such as a lock that was not available,', 'lock_not_available', 1],
  ])('%s reaches the caller of the transaction', async (_, condition, expectedRuns) => {
    let runs = 0

    const work = runTransaction(database.db, async tx => {
      runs += 1
      await tx.execute(
        sql.raw(`do $$ begin raise exception using errcode = '${condition}'; end $$`),
      )
    })

    await expect(work).rejects.toThrow('Failed query')
    expect(runs).toBe(expectedRuns)
    expect(await readOne()).toEqual([{ one: 1 }])
  })
})

/** Builds a message of PostgreSQL's protocol, version 3: a type, the length, and the content. */
function createMessage(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

test('a server that shuts down as soon as a connection is open fails one transaction, and not the process', async () => {
  // A server that accepts a connection and ends it sends both in one packet if it shuts down at that moment.
  const fatal = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const packet = Buffer.concat([
    createMessage('R', Buffer.alloc(4)),
    createMessage('Z', Buffer.from('I')),
    createMessage('E', Buffer.from(fatal)),
  ])
  const closing = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(packet))
  })
  closing.listen(0, '127.0.0.1')
  await once(closing, 'listening')
  const { port } = closing.address() as AddressInfo
  const other = await openDatabase({
    databaseUrl: `postgres://kiosko:secret@127.0.0.1:${port}/kiosko`,
    dataDir: '',
  })

  await expect(runTransaction(other.db, async () => undefined)).rejects.toThrow(
    /administrator command|connection error/,
  )

  await other.close()
  closing.close()
})
