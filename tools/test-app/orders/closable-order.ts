import { daysAgo } from '#contract/core/time.ts'
import { closeSaleAccess, openSaleAccess } from '#contract/sales/access.ts'
import { getSale } from '#contract/sales/order.ts'
import { downloadGrants, orders } from '#server/db/schema/index.ts'
import { expectOk } from '../../api-client/creator.ts'
import { createPaidOrder } from '../sample-order.ts'
import type { TestApp } from '../test-app.ts'

/** The reason for which the calls below close the downloads. */
export const CLOSING_REASON = 'Estoy corrigiendo el archivo'

/** Creates a paid order with the calls that close, open and use its downloads. */
export async function createClosableOrder(shop: TestApp) {
  const order = await createPaidOrder(shop)
  const { orderId, seller, token } = order
  const params = { orderId }
  const path = new URL((await shop.readOrder(token)).items[0]!.downloadUrl!).pathname
  return {
    ...order,
    close: () => seller.call(closeSaleAccess, { params, body: { reason: CLOSING_REASON } }),
    open: () => seller.call(openSaleAccess, { params }),
    download: async () => {
      const response = await shop.visitor().request(path)
      return { status: response.status, body: await response.text() }
    },
    readSale: async () => expectOk(await seller.call(getSale, { params })),
  }
}

export async function createClosedOrder(shop: TestApp) {
  const order = await createClosableOrder(shop)
  expectOk(await order.close())
  return order
}

/** Moves the payment and the delivery of all orders into the past. */
export async function ageOrders(shop: TestApp, days: number): Promise<void> {
  const moment = daysAgo(days)
  await shop.db.update(orders).set({ createdAt: moment, approvedAt: moment })
  await shop.db.update(downloadGrants).set({ grantedAt: moment })
}
