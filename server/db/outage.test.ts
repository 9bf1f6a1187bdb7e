import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders.ts'
import { type TcpProxy, startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { OpenDatabase } from './client.ts'
import { watchDatabase } from './watchdog.ts'

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

  test('the readiness check answers 503 in a few seconds while the network to the database is gone', async () => {
    expect(await readiness()).toBe(200)

    proxy.freeze()
    const start = Date.now()
    const status = await readiness()

    expect(status).toBe(503)
    expect(Date.now() - start).toBeLessThan(6000)
    proxy.resume()
    await expect.poll(readiness).toBe(200)
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
