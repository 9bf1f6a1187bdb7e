import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const findViolations = () =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(join(shop.folder, 'storage')),
  })

/** Creates an order of two products that is paid in three parts, whose commissions have to be rounded. */
async function createOrderInParts() {
  const seller = await shop.seller()
  const products = [
    await shop.publish(seller, { price: 333 }),
    await shop.publish(seller, { price: 10_001 }),
  ]
  const order = await shop.order(
    shop.visitor(),
    products.map(({ id }) => ({ id })),
  )
  const parts: string[] = []
  for (const amount of [3333.33, 3500.01, 3500.66])
    parts.push(
      await shop.provider.pay({
        preferenceId: order.preferenceId,
        outcome: 'approved',
        amount,
        asPart: true,
      }),
    )
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, parts }
}

test('the ledger agrees with the sale of an order in parts after each refund and chargeback', async () => {
  const { token, parts } = await createOrderInParts()
  expect(await findViolations()).toEqual([])

  for (const [part, amount] of [
    [0, 0.05],
    [2, 33.33],
    [1, 0.05],
    [0, 1000.13],
  ] as const) {
    await shop.provider.changePayment(parts[part]!, 'partial_refund', { amount })
    await shop.waitForJobs()
    expect(await findViolations()).toEqual([])
  }
  await shop.provider.changePayment(parts[2]!, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')
  await shop.waitForJobs()
  expect(await findViolations()).toEqual([])
  await shop.provider.changePayment(parts[2]!, 'reimburse')
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  expect(await findViolations()).toEqual([])
  for (const part of parts) await shop.provider.changePayment(part, 'refund')
  await shop.waitForOrderState(token, 'refunded')
  await shop.waitForJobs()
  expect(await findViolations()).toEqual([])
})

test.each([0, 1, 2])(
  'a chargeback of part %d that the seller has lost is shown as lost to the buyer',
  async index => {
    const { token, parts } = await createOrderInParts()
    await shop.provider.changePayment(parts[index]!, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    expect((await shop.readOrder(token)).detail).toBe('chargeback_open')

    await shop.provider.changePayment(parts[index]!, 'settle')

    await expect.poll(async () => (await shop.readOrder(token)).detail).toBe('chargeback_settled')
    await shop.waitForMail('buyer@mail.test', /^Terminó la disputa/)
  },
)
