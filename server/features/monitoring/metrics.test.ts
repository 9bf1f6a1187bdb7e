import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import {
  invariantChecks,
  jobs,
  orders,
  payments,
  productFiles,
  schedules,
  unmatchedPayments,
  webhookEvents,
} from '#server/db/schema/index.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const METRICS_TOKEN = 'metrics-token-of-this-test'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

type Samples = Record<string, number>

/** Scrapes the metrics of an app: the values by name and labels, such as `kiosko_jobs_dead{lane="mail"}`. */
async function scrape(origin: string): Promise<Samples> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await fetch(`${origin}/metrics`, { headers }).then(reply => reply.text())
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map(line => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** Scrapes a process that has just started, so that it reads the figures of the database anew. */
async function scrapeDatabase(): Promise<Samples> {
  const process = await shop.startSecondApp()
  try {
    return await scrape(process.origin)
  } finally {
    await process.close()
  }
}

const jobRow = { kind: 'send_email', payload: {}, maxAttempts: 3 }
const longAgo = () => new Date(Date.now() - 7_200_000)

describe('the metrics of a process', () => {
  test('the metrics of a process count a purchase: calls, jobs, emails, the delivery, and requests of the cache', async () => {
    const before = await scrape(shop.origin)
    const { product } = await createPaidOrder(shop)
    for (let count = 0; count < 2; count += 1)
      await shop.visitor().call(getPublicProduct, { params: { id: product.id } })

    const after = await scrape(shop.origin)

    const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(moved('kiosko_provider_calls_total{result="ok"}')).toBeGreaterThan(1)
    expect(moved('kiosko_job_seconds_count{lane="webhook",result="done"}')).toBeGreaterThan(0)
    expect(moved('kiosko_job_seconds_count{lane="mail",result="done"}')).toBeGreaterThan(0)
    expect(moved('kiosko_mails_total{result="sent"}')).toBeGreaterThan(0)
    expect(moved('kiosko_delivery_seconds_count')).toBe(1)
    expect(moved('kiosko_cache_requests_total{result="miss"}')).toBeGreaterThan(0)
    expect(moved('kiosko_cache_requests_total{result="hit"}')).toBeGreaterThan(0)
    expect(after['kiosko_cache_bytes']).toBeGreaterThan(0)
    expect(after['kiosko_storage_free_bytes']).toBeGreaterThan(0)
    expect(after['kiosko_storage_disk_bytes']).toBeGreaterThan(after['kiosko_storage_free_bytes']!)
    expect(after['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0)
  })

  test('the metrics of a process count the runs of the schedules', async () => {
    const name = 'kiosko_schedule_seconds_count{schedule="book_payments",result="done"}'
    const before = (await scrape(shop.origin))[name] ?? 0

    await shop.db
      .update(schedules)
      .set({ nextAt: new Date(0) })
      .where(eq(schedules.name, 'book_payments'))

    await expect.poll(async () => (await scrape(shop.origin))[name] ?? 0).toBe(before + 1)
  })

  test('the metrics of a process count failed calls to the provider by kind', async () => {
    const before = await scrape(shop.origin)
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    await shop.provider.addFault({ path: '/checkout/preferences', status: 500, times: 1 })
    await shop.order(shop.visitor(), [{ id: product.id }]).catch(() => undefined)

    const after = await scrape(shop.origin)

    const name = 'kiosko_provider_calls_total{result="unavailable"}'
    expect(after[name]).toBeGreaterThan(before[name] ?? 0)
  })

  test('the metrics of a process count failed emails', async () => {
    const before = await scrape(shop.origin)
    const { preferenceId } = await createUnpaidOrder(shop)
    await shop.setMailFault('down')
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    const moved = async (name: string) =>
      ((await scrape(shop.origin))[name] ?? 0) - (before[name] ?? 0)

    await expect.poll(() => moved('kiosko_mails_total{result="failed"}')).toBeGreaterThan(0)
    await expect
      .poll(() => moved('kiosko_job_seconds_count{lane="mail",result="failed"}'))
      .toBeGreaterThan(0)
    await shop.setMailFault('none')
  })
})

describe('the metrics of the database', () => {
  test('the metrics of the database are read anew at most every ten seconds by a process', async () => {
    const before = await scrape(shop.origin)
    await createUnpaidOrder(shop)
    const after = await scrape(shop.origin)
    const name = 'kiosko_orders{state="open"}'
    expect(after[name]).toBe(before[name])
  })

  test('the metrics of the database show what waits for somebody', async () => {
    const { orderId } = await createUnpaidOrder(shop)
    const paid = await createPaidOrder(shop)
    await shop.app.worker.stop()
    const before = await scrapeDatabase()
    const { db } = shop
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    await db.update(orders).set({ state: 'review' }).where(eq(orders.id, orderId))
    await db.update(orders).set({ heldAt: new Date() }).where(eq(orders.id, orderId))
    await db.update(payments).set({ refundDue: true }).where(eq(payments.id, paid.paymentId))
    await db.insert(unmatchedPayments).values({
      id: '77',
      sellerId: order!.sellerId,
      collectorId: '1',
      orderId,
      status: 'approved',
      amountMinor: 100,
      refundedMinor: 0,
      applicationFeeMinor: 10,
      currency: 'ARS',
    })
    await db.insert(jobs).values([
      { ...jobRow, state: 'dead', finishedAt: new Date() },
      { ...jobRow, runAt: longAgo() },
      { ...jobRow, attempts: 1, runAt: new Date(Date.now() + 60_000) },
    ])
    await db.insert(webhookEvents).values({
      topic: 'payment',
      dataId: '1',
      action: 'payment.updated',
      requestId: '1',
      signature: '1',
      payload: {},
      receivedAt: longAgo(),
    })
    await db.update(productFiles).set({ scanState: 'waiting', createdAt: longAgo() })
    await db
      .insert(invariantChecks)
      .values({ durationMs: 1, findings: [{ name: 'job_dead', count: 1, ids: [] }] })

    const after = await scrapeDatabase()

    const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect({
      open: moved('kiosko_orders{state="open"}'),
      review: moved('kiosko_orders{state="review"}'),
      waitingForPayment: moved('kiosko_orders_waiting{for="payment"}'),
      waitingForReview: moved('kiosko_orders_waiting{for="review"}'),
      held: moved('kiosko_orders_waiting{for="hold"}'),
      reviewAmount: moved('kiosko_review_amount{currency="ARS"}'),
      refundsDue: moved('kiosko_refunds_due'),
      unmatched: moved('kiosko_unmatched_payments'),
      due: moved('kiosko_jobs_due{lane="mail"}'),
      failing: moved('kiosko_jobs_failing{lane="mail"}'),
      dead: moved('kiosko_jobs_dead{lane="mail"}'),
      events: moved('kiosko_webhook_events_unprocessed'),
      scans: moved('kiosko_scans_waiting') > 0,
      violated: moved('kiosko_invariants_violated'),
    }).toEqual({
      open: -1,
      review: 1,
      waitingForPayment: -1,
      waitingForReview: 1,
      held: 1,
      reviewAmount: order!.totalMinor / 100,
      refundsDue: 1,
      unmatched: 1,
      due: 1,
      failing: 1,
      dead: 1,
      events: 1,
      scans: true,
      violated: 1,
    })
    for (const name of [
      'kiosko_job_lane_age_seconds{lane="mail"}',
      'kiosko_webhook_event_age_seconds',
      'kiosko_scan_age_seconds',
    ])
      expect(after[name], name).toBeGreaterThan(7000)
    const checkedAt = after['kiosko_invariants_checked_timestamp_seconds']!
    expect(Math.abs(checkedAt - Date.now() / 1000)).toBeLessThan(600)
    expect(after['kiosko_storage_used_bytes']).toBeGreaterThan(0)
    expect(after['kiosko_database_up']).toBe(1)
  })

  test('the metrics of the database tell when each periodic task was last done, and whether its last run failed', async () => {
    await shop.app.worker.stop()
    const { db } = shop
    const now = new Date()
    await db
      .insert(schedules)
      .values([
        { name: 'purge', nextAt: now, recordedAt: longAgo(), doneAt: longAgo(), failedAt: now },
        { name: 'book_payments', nextAt: now, doneAt: now, failedAt: longAgo() },
        { name: 'clean_up_storage', nextAt: now, recordedAt: longAgo() },
        { name: 'of_an_older_release', nextAt: now },
      ])
      .onConflictDoUpdate({
        target: schedules.name,
        set: {
          recordedAt: sql`excluded.recorded_at`,
          doneAt: sql`excluded.done_at`,
          failedAt: sql`excluded.failed_at`,
        },
      })

    const metrics = await scrapeDatabase()

    const read = (name: string, schedule: string) => metrics[`${name}{schedule="${schedule}"}`]
    const ageOf = (schedule: string) =>
      Math.round(
        (Date.now() / 1000 - read('kiosko_schedule_done_timestamp_seconds', schedule)!) / 60,
      )
    expect(read('kiosko_schedule_interval_seconds', 'purge')).toBe(3600)
    expect([ageOf('purge'), ageOf('book_payments'), ageOf('clean_up_storage')]).toEqual([
      120, 0, 120,
    ])
    expect(read('kiosko_schedule_failed', 'purge')).toBe(1)
    expect(read('kiosko_schedule_failed', 'book_payments')).toBe(0)
    expect(read('kiosko_schedule_failed', 'clean_up_storage')).toBe(0)
    expect(Object.keys(metrics).filter(name => name.includes('older_release'))).toEqual([])
  })

  test('the metrics of the database are missing while the database cannot be read', async () => {
    await shop.db.execute(sql`alter table webhook_events rename to webhook_events_away`)
    const metrics = await scrapeDatabase()
    await shop.db.execute(sql`alter table webhook_events_away rename to webhook_events`)

    expect(metrics['kiosko_database_up']).toBe(0)
    expect(Object.keys(metrics)).not.toContain('kiosko_refunds_due')
    expect(Object.keys(metrics)).not.toContain('kiosko_jobs_dead{lane="mail"}')
  })
})
