import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** Longer than a test may take: only a test that moves the clock sees its end. */
const DRAIN_SECONDS = 600

let shop: TestApp
let person: ApiClient
beforeEach(async () => {
  shop = await createTestApp({ DRAIN_SECONDS: String(DRAIN_SECONDS) }, { pages: true })
  await shop.reset()
  person = await shop.creator()
})
afterEach(() => shop.close())

/** Begins to close the app. `endDrain` ends the time in which it still accepts requests. */
function beginToClose() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = shop.app.close()
  return {
    closed,
    endDrain: () => {
      vi.advanceTimersByTime(DRAIN_SECONDS * 1000)
      vi.useRealTimers()
    },
  }
}

/** Sends a request for a page on a connection that stays open. */
function openPage(path: string): Promise<{ status: number; connection: string | undefined }> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const sent = request(
      `${shop.origin}${path}`,
      { headers: { cookie, connection: 'keep-alive' } },
      response => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            connection: response.headers.connection,
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end()
  })
}

describe('a server that stops', () => {
  test('a server that stops still renders a page whose request has arrived before, and closes its connection', async () => {
    // The lock makes the page wait for its session, so that its loaders call the API after the server began to stop.
    const blocker = await shop.database.pool.connect()
    await blocker.query('begin; lock table sessions in access exclusive mode')
    const page = openPage('/dashboard/home')
    await expect.poll(() => listWaitingQueries(shop.database)).not.toEqual([])

    const { closed, endDrain } = beginToClose()
    endDrain()
    await blocker.query('commit')
    blocker.release()

    expect(await page).toEqual({ status: 200, connection: 'close' })
    await closed
  })

  test('a server that stops is not ready, but still answers and closes connections, until the proxy has noticed', async () => {
    const askWhetherReady = async () => {
      const statuses = []
      for (const path of ['/readyz', '/readyz/process'])
        statuses.push((await fetch(shop.origin + path)).status)
      return statuses
    }
    expect(await askWhetherReady()).toEqual([200, 200])

    const { closed, endDrain } = beginToClose()

    expect(await askWhetherReady()).toEqual([503, 503])
    const page = await openPage('/dashboard/home')
    expect(page).toEqual({ status: 200, connection: 'close' })
    endDrain()
    await closed
    expect(await isConnectionRefused(shop.origin)).toBe(true)
  })

  test('a server that stops claims no further job, while a request is still running', async () => {
    const job = defineJob<object>('never_started')
    let runs = 0
    shop.app.worker.handle(job, async () => void (runs += 1))
    const blocker = await shop.database.pool.connect()
    await blocker.query('begin; lock table sessions in access exclusive mode')
    const page = openPage('/dashboard/home')
    await expect.poll(() => listWaitingQueries(shop.database)).not.toEqual([])

    const { closed, endDrain } = beginToClose()
    endDrain()
    await enqueue(shop.db, job, {})
    await expect.poll(() => isConnectionRefused(shop.origin), { interval: 100 }).toBe(true)
    await blocker.query('commit')
    blocker.release()
    await page
    await closed

    expect(runs).toBe(0)
  })
})

const isConnectionRefused = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  )
