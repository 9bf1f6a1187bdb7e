import { measurePrice } from '../../scripts/prices.ts'
import type { TestApp } from './test-app.ts'

/** Publishes a product of a new seller and orders it without paying. */
export async function createUnpaidOrder(
  shop: TestApp,
  { price = 8900, guaranteeDays }: { price?: number; guaranteeDays?: number | undefined } = {},
) {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price, ...(guaranteeDays && { guaranteeDays }) })
  const buyer = shop.visitor()
  const order = await shop.order(buyer, [{ id: product.id }])
  return { seller, buyer, product, ...order }
}

/**
 * Publishes a product of a new seller, orders it and pays it.
 * @param applicationFee the commission that the provider deducts, in major units; the default is the agreed one
 */
export async function createPaidOrder(
  shop: TestApp,
  {
    applicationFee,
    guaranteeDays,
  }: { applicationFee?: number | undefined; guaranteeDays?: number } = {},
) {
  const order = await createUnpaidOrder(shop, { guaranteeDays })
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
    ...(applicationFee !== undefined && { applicationFee }),
  })
  await measurePrice('payments', async () => {
    await shop.waitForOrderState(order.token, 'approved')
    await shop.waitForJobs()
  })
  return { ...order, paymentId }
}
