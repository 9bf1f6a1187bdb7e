import { eq, or } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs, refunds, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants, usePartialRefunds } from '#tools/test-app/orders/partial-refunds.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { waitWhileExamining, withdraw } from '#tools/test-app/withdrawals.ts'

/**
 * Every way in which money goes back, with every answer to the calls that follow the one whose answer was cut. The
 * provider's ledger must have each refund once, and the shop must learn of it by itself. `npm test` takes each way and
 * each answer once; FUZZ_CUT_REFUNDS=all takes all pairs.
 */

const shop = useTestApp()
const current = usePartialRefunds(shop)
beforeEach(() => shop.provider.setWebhookSettings({ drop: false }))

const TOTAL = 8900
/** The milliseconds that the cut answer takes. */
const CUT_MS = 700
const PATH = '/v1/payments/'

/** Orders a product of 8,900 and pays it in the given amounts. */
async function payOrder(amounts: number[]) {
  const product = await shop.publish(current.seller, { price: TOTAL })
  const { orderId, preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
  for (const amount of amounts)
    await shop.provider.pay({
      preferenceId,
      outcome: 'approved',
      ...(amounts.length > 1 && { amount, asPart: true }),
    })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  return { orderId, preferenceId, token }
}

/** Prepares an order. Returns what asks for its refunds, and the amounts that must go back, the smallest first. */
const WAYS: Record<string, () => Promise<{ ask: () => Promise<unknown>; amounts: number[] }>> = {
  'an amount': async () => {
    const { orderId } = await payOrder([TOTAL])
    return {
      ask: async () => expectOk(await current.calls.refundPart(orderId, { amountMinor: 100_000 })),
      amounts: [1000],
    }
  },
  'an item': async () => {
    const { orderId, cheap } = await current.calls.createPaidOrder()
    return {
      ask: async () => expectOk(await current.calls.refundPart(orderId, { itemIds: [cheap] })),
      amounts: [1000],
    }
  },
  all: async () => {
    const { orderId } = await payOrder([TOTAL])
    return {
      ask: async () => expectOk(await current.calls.refundPart(orderId, {})),
      amounts: [TOTAL],
    }
  },
  'a withdrawal': async () => {
    const { token } = await payOrder([TOTAL])
    return { ask: async () => expectOk(await withdraw(shop, token)), amounts: [TOTAL] }
  },
  'a withdrawal from two cards': async () => {
    const { token } = await payOrder([5000, 3900])
    return { ask: async () => expectOk(await withdraw(shop, token)), amounts: [3900, 5000] }
  },
  'a second payment': async () => {
    const { preferenceId } = await payOrder([TOTAL])
    return {
      ask: () => shop.provider.pay({ preferenceId, outcome: 'approved' }),
      amounts: [TOTAL],
    }
  },
}

const FAULTS = [
  { status: 400 },
  { status: 401 },
  { status: 404 },
  { status: 409 },
  { status: 500 },
  { hang: true },
]

/** The amounts of all refunds in the provider's ledger, the smallest first. */
async function listRefunds(): Promise<number[]> {
  const made = (await shop.provider.readLedger()).refunds as { amount: number; status: string }[]
  return made
    .filter(({ status }) => status === 'approved')
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b)
}

/** Makes every job that waits for its next attempt due at once. */
const repeatAtOnce = () =>
  shop.db
    .update(jobs)
    .set({ runAt: new Date() })
    .where(or(eq(jobs.state, 'waiting'), eq(jobs.kind, 'refund_payment')))

const isDecided = async () => {
  await repeatAtOnce()
  const rows = await shop.db.select({ state: refunds.state }).from(refunds)
  const open = await shop.db.select({ endedAt: withdrawals.endedAt }).from(withdrawals)
  return (
    rows.length > 0 &&
    rows.every(({ state }) => state === 'done') &&
    open.every(({ endedAt }) => endedAt !== null)
  )
}

const PAIRS = Object.keys(WAYS).flatMap((way, nth) =>
  FAULTS.map((fault, index) => [way, fault, nth === index] as const),
)
const takesAll = process.env['FUZZ_CUT_REFUNDS'] === 'all'

test.each(PAIRS.filter(([, , isChosen]) => takesAll || isChosen))(
  'money that goes back by %s goes back once if the answer is cut and the next calls get %o',
  async (way, fault) => {
    const { ask, amounts } = await WAYS[way]!()
    // The refund is made long before its cut answer arrives, so that the faults are there for every call after it.
    await shop.provider.addFault({
      path: PATH,
      method: 'POST',
      malformed: true,
      latencyMs: CUT_MS,
      times: amounts.length,
    })

    await ask()
    await expect.poll(listRefunds, { timeout: 20_000 }).not.toEqual([])
    await shop.provider.addFault({ path: PATH, ...fault, times: 'hang' in fault ? 1 : 3 })

    await waitWhileExamining(shop, isDecided)
    await shop.provider.clearFaults()
    expect(await listRefunds()).toEqual(amounts)
    await expectCleanInvariants(shop)
  },
  90_000,
)
