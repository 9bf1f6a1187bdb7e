import type { TestApp } from './test-app.ts'

/** Publishes a product of a new seller and orders it without paying. */
export async function createUnpaidOrder(shop: TestApp, { price = 8900 }: { price?: number } = {}) {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  return { seller, product, ...order }
}
