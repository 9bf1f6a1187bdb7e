import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refundSale } from '#contract/sales/order.ts'
import {
  downloadGrants,
  jobs,
  ledgerEntries,
  orderItems,
  orders,
  paymentAccounts,
  payments,
  refunds,
  withdrawals,
} from '#server/db/schema/index.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { withdraw } from '#tools/test-app/withdrawals.ts'

/**
 * The number of histories in each currency, of about three seconds each, and the seed from which they are generated.
 */
const HISTORIES = Number(process.env['FUZZ_HISTORIES'] ?? 2)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_126)

/** The prices of the two items of each order, in units of the currency. */
const PRICES = [1001, 7899]
const TOTAL = 8900
/** After this number of looks, nine days one after the other, nothing may be undecided. */
const LOOKS = 5
/** The schedules that follow orders, payments, refunds and withdrawals. */
const SCHEDULES = [
  'reconcile_orders',
  'reconcile_accounts',
  'follow_refunds',
  'follow_withdrawals',
  'book_payments',
]

let shop: TestApp

/** A buyer pays in full, in part, too much, or twice. */
const pay = fc.record({
  kind: fc.constant('pay' as const),
  amount: fc.constantFrom(TOTAL, TOTAL, 5000, 3900, 9000),
  outcome: fc.constantFrom(
    'approved' as const,
    'approved' as const,
    'approved' as const,
    'pending_cash' as const,
    'rejected' as const,
  ),
})
/** The provider, the buyer at the provider, or the seller in the provider's panel changes a payment. */
const change = fc.record({
  kind: fc.constant('change' as const),
  action: fc.constantFrom(
    'accredit' as const,
    'expire' as const,
    'refund' as const,
    'partial_refund' as const,
    'chargeback' as const,
    'reimburse' as const,
    'settle' as const,
    'mediation' as const,
    'approve_refund' as const,
    'reject_refund' as const,
  ),
  payment: fc.nat({ max: 3 }),
})
/** The seller refunds the order, or a part of it. */
const refund = fc.record({
  kind: fc.constant('refund' as const),
  part: fc.constantFrom('all' as const, 'amount' as const, 'item' as const),
})
/** The next calls of the provider fail. A malformed answer was cut: the provider has done what it was asked for. */
const fault = fc.record({
  kind: fc.constant('fault' as const),
  method: fc.constantFrom('POST', 'POST', 'GET'),
  fault: fc.constantFrom(
    { malformed: true },
    { malformed: true },
    { reset: true },
    { status: 400 },
    { status: 401 },
    { status: 404 },
    { status: 409 },
    { status: 500 },
  ),
  times: fc.integer({ min: 1, max: 3 }),
})
const withdrawal = fc.record({ kind: fc.constant('withdraw' as const) })
const webhooks = fc.record({ kind: fc.constant('webhooks' as const), drop: fc.boolean() })
const refundStatus = fc.record({
  kind: fc.constant('refunds' as const),
  status: fc.constantFrom('approved' as const, 'in_process' as const, 'rejected' as const),
})
const revocation = fc.record({ kind: fc.constant('revoke' as const) })

/**
 * One step of a history. A step that is impossible at its moment, such as the refund of an unpaid order, does nothing.
 */
const step = fc.oneof(
  { weight: 3, arbitrary: pay },
  { weight: 4, arbitrary: change },
  { weight: 4, arbitrary: refund },
  { weight: 2, arbitrary: withdrawal },
  { weight: 3, arbitrary: fault },
  { weight: 2, arbitrary: refundStatus },
  { weight: 1, arbitrary: webhooks },
  { weight: 1, arbitrary: revocation },
)
/** Most histories begin with a payment. */
const history = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: pay }, step),
    fc.array(step, { minLength: 2, maxLength: 9 }),
  )
  .map(([first, rest]) => [first, ...rest])
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Creates an order of two items, and returns what its history acts on. */
async function createOrder() {
  const seller = await shop.seller()
  const products = []
  for (const price of PRICES) products.push(await shop.publish(seller, { price }))
  const order = await shop.order(
    shop.visitor(),
    products.map(({ id }) => ({ id })),
  )
  const [account] = await shop.db.select().from(paymentAccounts)
  return { ...order, seller, collectorId: account!.collectorId }
}
type TestOrder = Awaited<ReturnType<typeof createOrder>>

const findItems = () => shop.db.select().from(orderItems).orderBy(orderItems.priceMinor)
const readPayments = async ({ orderId }: TestOrder) =>
  (await shop.provider.readLedger()).payments.filter(
    ({ external_reference }) => external_reference === orderId,
  )

async function run(order: TestOrder, action: Step): Promise<void> {
  const { provider } = shop
  const { preferenceId, orderId, token, seller, collectorId } = order
  switch (action.kind) {
    case 'pay': {
      const { amount, outcome } = action
      const asPart = amount < TOTAL
      await provider.pay({ preferenceId, outcome, amount, asPart }).catch(ignoreRefusal)
      break
    }
    case 'change': {
      const made = await readPayments(order)
      const chosen = made[action.payment % Math.max(made.length, 1)]
      if (chosen)
        await provider.changePayment(String(chosen.id), action.action).catch(ignoreRefusal)
      break
    }
    case 'refund': {
      const [item] = await findItems()
      const body = {
        all: {},
        amount: { amountMinor: 100_000 },
        item: { itemIds: [item!.id] },
      }[action.part]
      await seller.call(refundSale, { params: { orderId }, body, idempotencyKey: randomUUID() })
      break
    }
    case 'withdraw':
      await withdraw(shop, token)
      break
    case 'fault': {
      const { method, fault, times } = action
      await provider.addFault({ path: '/v1/payments/', method, ...fault, times })
      break
    }
    case 'webhooks':
      await provider.setWebhookSettings({ drop: action.drop })
      break
    case 'refunds':
      await provider.setRefundStatus(action.status)
      break
    case 'revoke':
      await provider.revokePermission(collectorId)
  }
  await waitForFirstAttempts()
}

/** The provider refuses what the state of a payment or page does not allow, as its own pages do. */
function ignoreRefusal(error: unknown): void {
  if (!/: 4\d\d /.test(String(error))) throw error
}

/** Waits until every due job was tried once: while the provider has faults, some fail. */
const waitForFirstAttempts = () =>
  vi.waitFor(
    async () => {
      const untried = await shop.db
        .select({ kind: jobs.kind })
        .from(jobs)
        .where(sql`state = 'waiting' and attempts = 0 and run_at < now() + interval '1 second'`)
      expect(untried).toEqual([])
    },
    { timeout: 20_000, interval: 20 },
  )

/**
 * Lets the provider answer again and decide its mediations and the refunds in process, and a seller who has withdrawn
 * the permission link the account again.
 */
async function endFaults({ seller, collectorId, ...order }: TestOrder): Promise<void> {
  await shop.provider.reset()
  await shop.provider.clearFaults()
  expect(await shop.linkMercadoPago(seller, collectorId)).toContain('outcome=linked')
  for (const { id, status } of await readPayments({ seller, collectorId, ...order })) {
    await shop.provider.changePayment(String(id), 'approve_refund').catch(ignoreRefusal)
    if (status === 'in_mediation')
      await shop.provider.changePayment(String(id), 'accredit').catch(ignoreRefusal)
  }
}

/** A job that runs while its next one is moved to the past would schedule that one by the time of before. */
const waitForRunningJobs = () =>
  expect
    .poll(() => shop.db.$count(jobs, gt(jobs.leasedUntil, sql`now()`)), {
      timeout: 20_000,
      interval: 20,
    })
    .toBe(0)

const daysBefore = (column: AnyPgColumn, days: number) =>
  sql`${column} - ${days} * interval '1 day'`

/** Lets nine days pass: everything that waits for its next time is due. */
async function passDays(): Promise<void> {
  await waitForRunningJobs()
  const past = new Date(Date.now() - 1000)
  await shop.db.update(jobs).set({ runAt: past }).where(eq(jobs.state, 'waiting'))
  await shop.db.update(orders).set({ nextCheckAt: past }).where(isNotNull(orders.nextCheckAt))
  await shop.db
    .update(orders)
    .set({ createdAt: daysBefore(orders.createdAt, 9), expiresAt: daysBefore(orders.expiresAt, 9) })
  await shop.db.update(payments).set({ createdAt: daysBefore(payments.createdAt, 9) })
  // An unpaid item has the date of its order.
  await shop.db
    .update(orderItems)
    .set({ soldAt: daysBefore(orderItems.soldAt, 9) })
    .where(sql`not exists (select 1 from ${orders} where ${isNotNull(orders.approvedAt)})`)
  await shop.db
    .update(withdrawals)
    .set({ nextAt: past, retryAt: past, dueAt: past })
    .where(isNull(withdrawals.endedAt))
  await shop.db.update(refunds).set({
    createdAt: daysBefore(refunds.createdAt, 9),
    firstSentAt: daysBefore(refunds.firstSentAt, 9),
    settledAt: daysBefore(refunds.settledAt, 9),
  })
  await shop.db.update(paymentAccounts).set({ reconciliationRequestedAt: null })
  await Promise.all(SCHEDULES.map(shop.runSchedule))
}

/** Checks that the shop and the provider agree about every cent, and that nothing waits for ever. */
async function checkEnd(order: TestOrder): Promise<void> {
  const [stored] = await shop.db.select().from(orders)
  const items = await findItems()
  const rows = await shop.db.select().from(payments)
  const made = await readPayments(order)
  const { refunds: allRefunds } = await shop.provider.readLedger()
  const madeRefunds = allRefunds as {
    id: number
    payment_id: number
    amount: number
    status: string
    source: { type: string }
  }[]

  // Every payment is known as the provider has it.
  const refundedOf = (id: number) =>
    madeRefunds
      .filter(({ payment_id, status }) => payment_id === id && status === 'approved')
      .reduce((sum, { amount }) => sum + amount * 100, 0)
  expect(
    rows
      .map(({ id, status, amountMinor, refundedMinor }) => ({
        id,
        status,
        amountMinor,
        refundedMinor,
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  ).toEqual(
    made
      .map(({ id, status, transaction_amount }) => ({
        id: String(id),
        status,
        amountMinor: transaction_amount * 100,
        refundedMinor: refundedOf(id),
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  )

  // Each refund that the shop made is the one of a request. A refund of the panel at the same time can be taken for it.
  const requests = await shop.db.select().from(refunds)
  expect(requests.filter(({ state }) => state === 'requested' || state === 'sent')).toEqual([])
  const doneIds = requests
    .filter(({ state }) => state === 'done')
    .map(({ providerRefundId }) => providerRefundId)
    .filter(id => id !== null)
  const idsOf = (found: typeof madeRefunds) => found.map(({ id }) => String(id))
  const returned = madeRefunds.filter(({ status }) => status === 'approved')
  const byShop = returned.filter(({ source }) => source.type === 'collector')
  expect(new Set(doneIds).size).toBe(doneIds.length)
  expect(idsOf(returned)).toEqual(expect.arrayContaining(doneIds))
  expect(doneIds).toEqual(expect.arrayContaining(idsOf(byShop)))

  // What a paid order keeps is what its items were sold for. Other money is back, or an admin is asked about it.
  const held = rows.filter(({ status }) => status === 'approved' || status === 'in_mediation')
  const heldMinor = held.reduce((sum, row) => sum + row.amountMinor - row.refundedMinor, 0)
  const keptMinor = items.reduce((sum, item) => sum + item.priceMinor - item.refundedMinor, 0)
  if (stored!.state === 'approved') expect(heldMinor).toBe(keptMinor)
  else if (heldMinor > 0 && stored!.state !== 'review')
    expect({ state: stored!.state, asked: held.map(row => row.refundDue) }).toMatchObject({
      asked: expect.arrayContaining([true]),
    })

  // An item can be downloaded exactly if it is paid and not returned.
  const grants = await shop.db.select().from(downloadGrants)
  const openIds = grants.filter(({ closedAt }) => closedAt === null).map(grant => grant.orderItemId)
  const paidIds =
    stored!.state === 'approved'
      ? items.filter(item => item.refundedMinor < item.priceMinor).map(({ id }) => id)
      : []
  expect(new Set(openIds)).toEqual(new Set(paidIds))

  const followed = await shop.db.select().from(withdrawals).where(isNull(withdrawals.endedAt))
  expect(followed).toEqual([])
  await expectCleanInvariants(shop)
}

/** Expects that an order in a currency without cents has no amount with cents in it. */
async function checkWholeUnits(): Promise<void> {
  const rows = [
    ...(await shop.db.select().from(orderItems)),
    ...(await shop.db.select().from(payments)),
    ...(await shop.db.select().from(refunds)),
    ...(await shop.db.select().from(ledgerEntries)),
  ]
  const amounts = rows.flatMap(row =>
    Object.entries(row).filter(([name]) => name.endsWith('Minor')),
  )
  expect(amounts.filter(([, minor]) => Number(minor ?? 0) % 100 !== 0)).toEqual([])
}

// Chilean pesos have no cents.
describe.each(['ARS', 'CLP'])('orders in %s', currency => {
  beforeAll(async () => {
    shop = await createTestApp({ CURRENCY: currency })
  })
  afterAll(() => shop.close())

  test('whatever happens to an order, the shop and the provider agree about every cent in the end', async () => {
    await fc.assert(
      fc.asyncProperty(history, async steps => {
        await shop.reset()
        const order = await createOrder()
        for (const action of steps) await run(order, action)
        await endFaults(order)
        for (let look = 0; look < LOOKS; look += 1) await passDays()
        await checkEnd(order)
        if (currency === 'CLP') await checkWholeUnits()
      }),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    )
  }, 7_200_000)
})
