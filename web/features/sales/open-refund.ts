import type { SaleOrder } from '#contract/sales/order.ts'

/** Returns whether a refund of the order was requested and MercadoPago has not settled it yet. */
export function hasOpenRefund({ payments }: Pick<SaleOrder, 'payments'>): boolean {
  return payments.some(({ refund }) => refund?.state === 'requested')
}
