import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { RECEIVER_KINDS, type ReceiverKind, saveReceiver } from '#contract/conversions.ts'
import { sum } from '#contract/core/sum.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { refundSale } from '#contract/sales/order.ts'
import { conversionEvents, jobs, orders } from '#server/db/schema/index.ts'
import {
  type ConversionsSimulator,
  RECEIVER_TOKEN,
  startConversionsSimulator,
} from '#simulators/conversions/start.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { runAtOnce } from '#tools/run-at-once.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import {
  PASSWORD,
  type SignedInUser,
  type TestApp,
  createTestApp,
} from '#tools/test-app/test-app.ts'

/**
 * How many purchases are made while receivers fail. `npm test` makes few; CONTRIBUTING.md names the command for 1,000.
 */
const PURCHASES = Number(process.env['CONVERSION_PURCHASES'] ?? 12)
const AT_ONCE = 6
/** One of so many orders is refunded. */
const ORDERS_PER_REFUND = 5
const PRICES = [1500, 8900, 12_345]
/** The attempts of a job in an hour: the pauses double from a second to 15 minutes. */
const ATTEMPTS_PER_HOUR = 13
const TEST_MS = 120_000 + PURCHASES * 1500

const RECEIVER_IDS: Record<ReceiverKind, string> = {
  meta: '123456789012345',
  tiktok: 'C4ABCDEFGH1234567890',
  ga4: 'G-ABC1234567',
}

let simulator: ConversionsSimulator
let shop: TestApp
let seller: SignedInUser
let productIds: number[]
beforeAll(async () => {
  simulator = await startConversionsSimulator()
  shop = await createTestApp({
    META_API_ORIGIN: simulator.origin,
    TIKTOK_API_ORIGIN: simulator.origin,
    GOOGLE_ANALYTICS_ORIGIN: simulator.origin,
    LOG_LEVEL: 'error',
  })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  productIds = []
  for (const price of PRICES) productIds.push((await shop.publish(seller, { price })).id)
  for (const kind of RECEIVER_KINDS) {
    const body = { kind, receiverId: RECEIVER_IDS[kind], secret: RECEIVER_TOKEN }
    expectOk(await seller.call(saveReceiver, { body }))
  }
})
afterAll(async () => {
  await shop.close()
  await simulator.close()
})

/** How an order is paid: by card, in cash on a later day, or by card while the provider's notices get lost. */
type Way = 'card' | 'cash' | 'unnoticed'

/** Orders a product of each number. */
async function orderAll(first: number, count: number) {
  const preferenceIds = await runAtOnce(AT_ONCE, count, async index => {
    const number = first + index
    const products = [{ id: productIds[number % productIds.length]! }]
    const body = { products, payerEmail: `comprador${number}@mail.test` }
    const { init_point } = expectOk(await shop.visitor().call(createPreference, { body }))
    return new URL(init_point).searchParams.get('pref_id')!
  })
  const { preferences } = await shop.provider.readLedger()
  const byId = new Map(preferences.map(preference => [preference.id, preference]))
  return preferenceIds.map(preferenceId => {
    const { external_reference: orderId, back_urls } = byId.get(preferenceId)!
    const token = new URL(back_urls.success).searchParams.get('order')!
    return { preferenceId, orderId, token }
  })
}

type TestOrder = Awaited<ReturnType<typeof orderAll>>[number]

const waitForState = (orderId: string, state: 'approved' | 'refunded') =>
  expect
    .poll(() => shop.db.$count(orders, and(eq(orders.id, orderId), eq(orders.state, state))), {
      timeout: 60_000,
      interval: 100,
    })
    .toBe(1)

/** Pays an order, and waits until its buyer has the file. */
async function pay({ preferenceId, orderId, token }: TestOrder, way: Way) {
  const outcome = way === 'cash' ? 'pending_cash' : 'approved'
  const paymentId = await shop.provider.pay({ preferenceId, outcome })
  const startedAt = performance.now()
  if (way === 'cash') await shop.provider.changePayment(paymentId, 'accredit')
  // Without a notice, the order is found to be paid when its buyer looks.
  if (way === 'unnoticed') await shop.waitForOrderState(token, 'approved')
  else await waitForState(orderId, 'approved')
  return { orderId, paymentId, seconds: (performance.now() - startedAt) / 1000 }
}

type Purchase = Awaited<ReturnType<typeof pay>>

const isConversionJob = eq(jobs.kind, 'send_conversion')

/** Lets each job of an event that waits for its next attempt make it now. */
async function makeAttempts(): Promise<void> {
  const isWaiting = and(isConversionJob, eq(jobs.state, 'waiting'))
  const columns = { id: jobs.id, attempts: jobs.attempts }
  const due = await shop.db
    .update(jobs)
    .set({ runAt: sql`now()` })
    .where(and(isWaiting, isNull(jobs.leasedUntil)))
    .returning(columns)
  const before = new Map(due.map(({ id, attempts }) => [id, attempts]))
  await expect
    .poll(
      async () => {
        const waiting = await shop.db.select(columns).from(jobs).where(isWaiting)
        return waiting.filter(({ id, attempts }) => before.get(id) === attempts).length
      },
      { timeout: TEST_MS, interval: 100 },
    )
    .toBe(0)
}

/** Makes attempts until every event was sent. */
const sendAll = () =>
  expect
    .poll(
      async () => {
        await makeAttempts()
        return shop.db.$count(conversionEvents, eq(conversionEvents.state, 'waiting'))
      },
      { timeout: TEST_MS, interval: 250 },
    )
    .toBe(0)

const listIds = (kind: ReceiverKind, name: RegExp) =>
  simulator
    .listEvents(kind)
    .filter(event => name.test(event.name))
    .map(({ id }) => id)
    .toSorted()

const sumMinor = (kind: ReceiverKind, name: RegExp) =>
  sum(
    simulator
      .listEvents(kind)
      .filter(event => name.test(event.name))
      .map(({ value }) => Math.round(value! * 100)),
  )

/** What the database takes for the events and their jobs, in KB. */
async function readSizes() {
  const { rows } = await shop.db.execute<{ jobs: number; events: number }>(sql`
    select (pg_total_relation_size('jobs') / 1024)::int as jobs,
      (pg_total_relation_size('conversion_events') / 1024)::int as events`)
  return rows[0]!
}

/** Refunds some orders, half of them in the panel of the provider. Returns the refunded orders. */
async function refundSome(purchases: Purchase[]): Promise<Purchase[]> {
  // A proof of identity lasts for some minutes.
  expectOk(await seller.call(login, { body: { email: seller.email, password: PASSWORD } }))
  const refunded = purchases.filter((_, index) => index % ORDERS_PER_REFUND === 0)
  await runAtOnce(AT_ONCE, refunded.length, async index => {
    const { orderId, paymentId } = refunded[index]!
    if (index % 2 === 0) await shop.provider.changePayment(paymentId, 'refund')
    else
      expectOk(
        await seller.call(refundSale, { params: { orderId }, body: {}, idempotencyKey: orderId }),
      )
    await waitForState(orderId, 'refunded')
  })
  return refunded
}

test(
  'each receiver counts every purchase and refund once, whatever fails, and a receiver that is down for an hour delays nobody',
  async () => {
    // Meta is down from the beginning, and TikTok takes events without answering.
    simulator.setFault('meta', 'down')
    simulator.setFault('tiktok', 'lose_answer')
    const half = Math.floor(PURCHASES / 2)
    const noticed = await orderAll(0, half)
    const purchases = await runAtOnce(AT_ONCE, half, index =>
      pay(noticed[index]!, index % 3 === 0 ? 'cash' : 'card'),
    )
    simulator.setFault('tiktok', 'none')
    const others = await orderAll(half, PURCHASES - half)
    await shop.provider.setWebhookSettings({ drop: true })
    purchases.push(
      ...(await runAtOnce(AT_ONCE, others.length, index => pay(others[index]!, 'unnoticed'))),
    )
    await shop.provider.setWebhookSettings({})
    const orderIds = purchases.map(({ orderId }) => orderId).toSorted()
    const before = await readSizes()
    for (let attempt = 0; attempt < ATTEMPTS_PER_HOUR; attempt += 1) await makeAttempts()
    const after = await readSizes()

    // Every buyer has the file, and the other receivers have every event, while Meta is down.
    expect(await shop.db.$count(orders, isNotNull(orders.approvedAt))).toBe(PURCHASES)
    expect(listIds('meta', /./)).toEqual([])
    expect(listIds('tiktok', /^Purchase$/)).toEqual(orderIds)
    expect(listIds('ga4', /^purchase$/)).toEqual(orderIds)
    // Each event has one job, however often it is tried.
    expect(await shop.db.$count(conversionEvents)).toBe(PURCHASES * RECEIVER_KINDS.length)
    expect(await shop.db.$count(jobs, isConversionJob)).toBe(PURCHASES * RECEIVER_KINDS.length)

    simulator.setFault('meta', 'none')
    simulator.setFault('ga4', 'lose_answer')
    const refunded = await refundSome(purchases)
    await expect.poll(() => simulator.listEvents('ga4').length).toBeGreaterThan(PURCHASES)
    simulator.setFault('ga4', 'none')
    await sendAll()

    const { payments } = await shop.provider.readLedger()
    const paidMinor = sum(payments.map(({ transaction_amount }) => transaction_amount * 100))
    const refundedIds = refunded.map(({ orderId }) => orderId).toSorted()
    const paidOf = new Map(
      payments.map(payment => [payment.external_reference, payment.transaction_amount * 100]),
    )
    for (const kind of RECEIVER_KINDS) {
      expect(listIds(kind, /^purchase$/i)).toEqual(orderIds)
      expect(sumMinor(kind, /^purchase$/i)).toBe(paidMinor)
    }
    expect(listIds('ga4', /^refund$/)).toEqual(refundedIds)
    expect(sumMinor('ga4', /^refund$/)).toBe(sum(refundedIds.map(id => paidOf.get(id)!)))
    // What comes again has the id of what was counted, and comes again only after a lost answer.
    expect(simulator.listRepeated('meta')).toEqual([])
    expect(simulator.listRepeated('tiktok')).not.toEqual([])
    await expectCleanInvariants(shop)

    const seconds = purchases.map(purchase => purchase.seconds).toSorted((a, b) => a - b)
    const figures = {
      purchases: PURCHASES,
      refunds: refunded.length,
      paid: paidMinor / 100,
      requests: simulator.countRequests(),
      repeatedEvents: simulator.listRepeated().length,
      secondsToTheFile: {
        median: seconds[Math.floor(seconds.length / 2)],
        longest: seconds.at(-1),
      },
      sizesInKb: { before, after },
    }
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  },
  TEST_MS,
)
