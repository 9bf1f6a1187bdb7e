import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { type TcpProxy, startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { OpenDatabase } from './client.ts'
import { watchDatabase } from './checks/watchdog.ts'

let proxy: TcpProxy
let database: OpenDatabase
let shop: TestApp
beforeAll(async () => {
  database = await openTestDatabase({
    async connectThrough(serverUrl) {
      const url = new URL(serverUrl)
      proxy = await startTcpProxy(Number(url.port))
      url.port = String(proxy.port)
      return url.href.replace(/\/$/, '')
    },
  })
  shop = await createTestApp({}, { database })
})
beforeEach(async () => {
  proxy.resume()
  await shop.reset()
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

const readiness = async () => {
  const { status, body } = await fetch(`${shop.origin}/readyz`)
  await body?.cancel()
  return status
}

describe('while the database is away', () => {
  test('a purchase is answered with 503 and Retry-After, and succeeds once the database is back', async () => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const body = { products: [{ id }], payerEmail: 'buyer@mail.test' }

    proxy.refuse()
    const refused = await shop.visitor().call(createPreference, { body })

    expect(refused).toMatchObject({
      status: 503,
      code: 'ERROR_SERVICE_UNAVAILABLE',
      retryAfter: 5,
    })

    proxy.resume()
    const answer = await shop.visitor().call(createPreference, { body })
    expect(answer).toMatchObject({ ok: true })
  })

  // Only PostgreSQL itself can run out of space, or cancel a query that has waited for a lock for too long; a trigger
  // raises its errors. test/faults/full-disk.ts fills a real disk.
  test.each([
    'disk_full',
    'out_of_memory',
    'io_error',
    'query_canceled',
    'lock_not_available',
    'deadlock_detected',
  ])('a purchase is answered with 503 while PostgreSQL reports %s', async condition => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const body = { products: [{ id }], payerEmail: 'buyer@mail.test' }
    await shop.db.execute(
      sql.raw(`create function fail_insert() returns trigger language plpgsql as
          $$ begin raise exception using errcode = '${condition}'; end $$`),
    )
    await shop.db.execute(
      sql`create trigger fail_insert before insert on orders for each row execute function fail_insert()`,
    )

    const refused = await shop.visitor().call(createPreference, { body })
    await shop.db.execute(sql`drop function fail_insert cascade`)
    const answer = await shop.visitor().call(createPreference, { body })

    expect(refused).toMatchObject({ status: 503, code: 'ERROR_SERVICE_UNAVAILABLE' })
    expect(answer).toMatchObject({ ok: true })
  })

  test('the readiness check answers 503 in a few seconds while the network to the database is gone', async () => {
    expect(await readiness()).toBe(200)

    proxy.freeze()
    const start = Date.now()
    // The last result is valid for two seconds.
    await expect.poll(readiness, { timeout: 15_000 }).toBe(503)

    expect(Date.now() - start).toBeLessThan(8000)
    proxy.resume()
    await expect.poll(readiness, { timeout: 15_000 }).toBe(200)
  })

  test('the watchdog gives up after its number of failed checks in a row, and not before', async () => {
    const failures: number[] = []
    let stop = () => {}
    proxy.refuse()

    await new Promise<void>(resolve => {
      stop = watchDatabase(database.pool, {
        intervalMs: 10,
        maxFailures: 3,
        onFailure: (_, count) => failures.push(count),
        onLost: resolve,
      })
    })

    stop()
    proxy.resume()
    expect(failures).toEqual([1, 2, 3])
  })
})
