import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refunds, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  followWithdrawals,
  waitForWithdrawalState,
  waitWhileExamining,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

/** The price of the product is 8900. */
const AMOUNTS = [5000, 3900]

const shop = useTestApp()

const payPart = (preferenceId: string, amount: number) =>
  shop.provider.pay({ preferenceId, outcome: 'approved', amount, asPart: true })

/** Returns what the provider has refunded of payments, in major units. */
async function sumRefunds(paymentIds: string[]): Promise<number> {
  const made = (await shop.provider.readLedger()).refunds as {
    payment_id: number
    amount: number
  }[]
  return made
    .filter(({ payment_id: id }) => paymentIds.includes(String(id)))
    .reduce((sum, { amount }) => sum + amount, 0)
}

describe('a withdrawal from an order that was paid with two cards', () => {
  async function createOrderPaidInParts() {
    const order = await createUnpaidOrder(shop)
    const cards: string[] = []
    for (const amount of AMOUNTS) cards.push(await payPart(order.preferenceId, amount))
    await shop.waitForOrderState(order.token, 'approved')
    await shop.waitForJobs()
    return { ...order, cards }
  }

  test.each([0, 1])(
    'a withdrawal from an order paid with two cards returns both, although the refund of card %d is refused on the first day',
    async index => {
      const { token, cards } = await createOrderPaidInParts()
      await shop.provider.addFault({
        path: `/v1/payments/${cards[index]}/refunds`,
        status: 400,
        times: 1,
      })

      expectOk(await withdraw(shop, token))
      await waitWhileExamining(
        shop,
        async () => (await shop.db.select().from(withdrawals))[0]!.refusals === 1,
      )
      expect(await shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
      await followWithdrawals(shop)

      await shop.waitForOrderState(token, 'refunded')
      await waitForWithdrawalState(shop, token, 'refunded')
      expect(await sumRefunds(cards)).toBe(8900)
      await expectCleanInvariants(shop)
    },
  )

  test('a withdrawal from an order paid with two cards returns the other card, if the seller has refunded one in MercadoPago', async () => {
    const { token, cards } = await createOrderPaidInParts()
    await shop.provider.changePayment(cards[1]!, 'refund')
    await expect.poll(async () => (await shop.readOrder(token)).refundedMinor).toBe(390_000)

    expectOk(await withdraw(shop, token))

    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
    expect(await sumRefunds(cards)).toBe(8900)
  })
})

test('a withdrawal from an order that one card of two has paid ends once that card is refunded', async () => {
  const { token, preferenceId } = await createUnpaidOrder(shop)
  const first = await payPart(preferenceId, AMOUNTS[0]!)
  await expect.poll(async () => (await shop.readOrder(token)).detail).toBe('partly_paid')

  const { withdrawal } = expectOk(await withdraw(shop, token))

  expect(withdrawal!.state).toBe('refunding')
  await waitForWithdrawalState(shop, token, 'refunded')
  expect(await sumRefunds([first])).toBe(5000)
  await shop.waitForJobs()
  await expectCleanInvariants(shop)
})
