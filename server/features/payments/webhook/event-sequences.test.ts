import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { downloadGrants, orderItems, orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

/**
 * The number of sequences, about a quarter of a second each. The decisions themselves are tried with thousands of
 * histories in `decide/histories.test.ts`; these show that webhook events lead to them.
 */
const SEQUENCES = 12
const TIMEOUT_MS = 60_000 + SEQUENCES * 5000

const shop = useTestApp({ resetBefore: 'file' })
let productId: number
beforeAll(async () => {
  productId = (await shop.publish(await shop.seller())).id
})

type Action = Parameters<TestApp['provider']['changePayment']>[1]

/** What can happen to a payment of each status at the provider. */
const ACTIONS: Partial<Record<string, Action[]>> = {
  pending: ['accredit', 'reject', 'expire'],
  in_process: ['accredit', 'reject', 'expire'],
  cancelled: ['accredit'],
  approved: ['refund', 'chargeback', 'mediation', 'partial_refund'],
  in_mediation: ['accredit', 'refund', 'chargeback'],
  charged_back: ['reimburse', 'settle'],
}

/** The state of an order whose only payment has a status at the provider. */
const TRUTH: Record<string, string> = {
  pending: 'open',
  in_process: 'open',
  rejected: 'open',
  cancelled: 'open',
  approved: 'approved',
  in_mediation: 'approved',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/** A payment's first outcome, its later changes, and the order in which its webhook events arrive, some twice. */
const scenario = fc.record({
  outcome: fc.constantFrom('approved', 'rejected', 'in_process', 'pending_cash', 'cancelled'),
  changes: fc.array(fc.nat(), { maxLength: 6 }),
  /** After which changes some of the events held so far arrive, and which. */
  arrivals: fc.array(fc.array(fc.nat({ max: 6 }), { maxLength: 3 }), { maxLength: 6 }),
  last: fc.infiniteStream(fc.nat({ max: 6 })).map(stream => [...stream.take(4)]),
})

test(
  'whatever happens to a payment, and in whatever order its webhook events arrive, its order ends in the provider’s truth',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ outcome, changes, arrivals, last }) => {
        const { orderId, preferenceId } = await createOrder()
        await shop.provider.setWebhookSettings({ hold: true })
        const paymentId = await shop.provider.pay({ preferenceId, outcome })
        for (const [index, choice] of changes.entries()) {
          const actions = ACTIONS[(await readPayment(paymentId)).status] ?? []
          if (actions.length === 0) break
          await shop.provider.changePayment(paymentId, actions[choice % actions.length]!)
          const arriving = arrivals[index] ?? []
          if (arriving.length > 0) await shop.provider.releaseWebhooks(arriving)
        }
        // The provider repeats every event until it is acknowledged, so all of them arrive in the end.
        const held = (await shop.provider.listHeldWebhooks()).length
        const rest = Array.from({ length: held }, (_, index) => index).toReversed()
        await shop.provider.releaseWebhooks([...last.filter(index => index < held), ...rest])
        await shop.waitForJobs()

        const { status } = await readPayment(paymentId)
        const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
        expect(order!.state).toBe(TRUTH[status])
        const grants = await shop.db
          .select({ closedAt: downloadGrants.closedAt })
          .from(downloadGrants)
          .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
          .where(eq(orderItems.orderId, orderId))
        const openGrants = grants.filter(({ closedAt }) => closedAt === null)
        expect(openGrants).toHaveLength(order!.state === 'approved' ? 1 : 0)
      }),
      { numRuns: SEQUENCES, endOnFailure: true },
    )
  },
)

async function createOrder() {
  const body = {
    products: [{ id: productId }],
    payerEmail: `${randomUUID().slice(0, 8)}@mail.test`,
  }
  expectOk(await shop.visitor().call(createPreference, { body }))
  const preference = (await shop.provider.readLedger()).preferences.at(-1)!
  return { orderId: preference.external_reference, preferenceId: preference.id }
}

async function readPayment(paymentId: string) {
  const { payments } = await shop.provider.readLedger()
  const payment = payments.find(({ id }) => String(id) === paymentId)!
  return payment
}
