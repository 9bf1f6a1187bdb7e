import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount } from '../core/fields.ts'
import { OrderNumber } from '../orders/order-number.ts'

/** An order whose buyer has a voucher that can still be paid. Nobody knows whether it will be. */
export const OpenVoucher = z.object({
  orderId: z.string(),
  number: OrderNumber,
  productNames: z.array(z.string()),
  /** The order's total in minor units. */
  amountMinor: MinorAmount,
  /** Until when the voucher can be paid; null if MercadoPago has not said it. */
  deadline: z.nullable(IsoDateTime),
})
export type OpenVoucher = z.infer<typeof OpenVoucher>

/**
 * Lists the seller's orders with an open voucher in the installation's currency, the next deadline first, at most 50.
 * `count` and `totalMinor` are of all of them. A voucher is no longer listed once it is paid or its deadline is over.
 */
export const listOpenVouchers = endpoint({
  method: 'GET',
  path: '/sales/vouchers',
  summary: "List the vouchers that the seller's buyers have not paid yet",
  access: 'verified',
  cacheTags: ['Sales'],
  reply: z.object({
    currency: Currency,
    count: z.int(),
    totalMinor: MinorAmount,
    vouchers: z.array(OpenVoucher),
  }),
})
