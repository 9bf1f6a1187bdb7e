import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let person: ApiClient
beforeEach(async () => {
  shop = await createTestApp({}, { pages: true })
  await shop.reset()
  person = await shop.creator()
})
afterEach(() => shop.close())

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
  test('still renders a page whose request has arrived before, and closes its connection', async () => {
    // The lock makes the page wait for its session, so that its loaders call the API after the server began to stop.
    const blocker = await shop.database.pool.connect()
    await blocker.query('begin; lock table sessions in access exclusive mode')
    const page = openPage('/dashboard/home')
    await expect
      .poll(async () => {
        const { rows } = await shop.database.pool.query('select 1 from pg_locks where not granted')
        return rows.length
      })
      .toBeGreaterThan(0)

    const closed = shop.app.close()
    await blocker.query('commit')
    blocker.release()

    expect(await page).toEqual({ status: 200, connection: 'close' })
    await closed
  })

  test('claims no further job, while a request is still running', async () => {
    const job = defineJob<object>('never_started')
    let runs = 0
    shop.app.worker.handle(job, async () => void (runs += 1))
    const blocker = await shop.database.pool.connect()
    await blocker.query('begin; lock table sessions in access exclusive mode')
    const page = openPage('/dashboard/home')
    await expect
      .poll(async () => {
        const { rows } = await shop.database.pool.query('select 1 from pg_locks where not granted')
        return rows.length
      })
      .toBeGreaterThan(0)

    const closed = shop.app.close()
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
