import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Currency, IsoDateTime, MinorAmount, OrderId, machineText } from './core/fields.ts'
import { OrderCoupon } from './prices/coupons.ts'
import { TaxData, TaxDataForm } from './tax-ids.ts'
import { OrderNumber } from './orders/order-number.ts'

/** The receipt of a paid order. It is a proof of purchase, not an invoice. */
export const Receipt = z.object({
  /** The number of the receipt. Each seller's receipts are numbered from 1. */
  number: z.int(),
  issuedAt: IsoDateTime,
  orderNumber: OrderNumber,
  seller: z.object({
    username: z.string(),
    /** The seller's legal name and tax id when the receipt was issued; null if the seller had given none. */
    taxData: z.nullable(TaxData),
  }),
  /** The name and tax id that the buyer has added; null if none. */
  buyer: z.nullable(TaxData),
  /** Until when the buyer can add or correct the name and tax id; null if no longer. */
  correctableUntil: z.nullable(IsoDateTime),
  currency: Currency,
  lines: z.array(
    z.object({
      name: z.string(),
      priceMinor: MinorAmount,
      /** The days of the seller's guarantee; 0 without one that the right of withdrawal does not contain. */
      guaranteeDays: z.int(),
    }),
  ),
  coupon: z.nullable(OrderCoupon),
  totalMinor: MinorAmount,
  /** The part of the total that was returned to the buyer. */
  refundedMinor: MinorAmount,
  /** MercadoPago's type of the payment method, such as `credit_card`; null if unknown. */
  methodType: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

const byToken = z.object({ token: machineText(200) })

export const getReceipt = endpoint({
  method: 'GET',
  path: '/public/order/:token/receipt',
  summary: 'Get the receipt of a paid order',
  access: 'public',
  params: byToken,
  reply: Receipt,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Adds or corrects the buyer's name and tax id, within 30 days of the payment. */
export const saveReceiptBuyer = endpoint({
  method: 'PUT',
  path: '/public/order/:token/receipt',
  summary: "Set the buyer's name and tax id on the receipt",
  access: 'public',
  params: byToken,
  body: TaxDataForm,
  reply: Receipt,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

export const getReceiptPdf = endpoint({
  method: 'GET',
  path: '/public/order/:token/receipt.pdf',
  summary: 'Download the receipt of a paid order as a PDF file',
  access: 'public',
  params: byToken,
  contentType: 'application/pdf',
  status: 200,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

export const getSaleReceiptPdf = endpoint({
  method: 'GET',
  path: '/sales/:orderId/receipt.pdf',
  summary: 'Download the receipt of a sale as a PDF file',
  access: 'owner',
  params: z.object({ orderId: OrderId }),
  contentType: 'application/pdf',
  status: 200,
  errors: ['PAYMENT_NOT_FOUND'],
})

export const getTaxData = endpoint({
  method: 'GET',
  path: '/profile/tax',
  summary: "Get the seller's name and tax id for new receipts",
  access: 'verified',
  cacheTags: ['TaxData'],
  reply: z.object({ taxData: z.nullable(TaxData) }),
})

export const saveTaxData = endpoint({
  method: 'PUT',
  path: '/profile/tax',
  summary: "Set the seller's name and tax id for new receipts",
  access: 'verified',
  captcha: { action: 'edit_profile_form', in: 'header' },
  body: TaxDataForm,
  reply: z.object({ taxData: z.nullable(TaxData) }),
})

export const deleteTaxData = endpoint({
  method: 'DELETE',
  path: '/profile/tax',
  summary: "Remove the seller's name and tax id from new receipts",
  access: 'verified',
})
