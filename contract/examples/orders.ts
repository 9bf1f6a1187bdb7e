import { changeOrderEmail } from '../address-change.ts'
import { messageSeller } from '../buyer-messages.ts'
import { listPackCompletions } from '../orders/completion.ts'
import { resendOrderLinks } from '../orders/orders.ts'
import { getQuote } from '../orders/public-quote.ts'
import { createCoupon, updateCoupon } from '../prices/coupons.ts'
import { saveReceiptBuyer, saveTaxData } from '../receipts.ts'
import { example } from './example.ts'

const taxData = { name: 'Ana Pérez', taxIdKind: 'cuit', taxId: '20-12345678-6' } as const

const couponTerms = {
  productIds: null,
  startsAt: null,
  endsAt: null,
  cap: 100,
  perBuyer: 1,
  minimum: null,
}

export const orderExamples = [
  example(changeOrderEmail, { newEmail: 'nueva@people.test' }),
  example(createCoupon, { code: 'OTONO10', kind: 'percent', value: 10, ...couponTerms }),
  example(updateCoupon, { ...couponTerms, isOff: true }),
  example(getQuote, { products: [{ id: 999_999 }], coupon: 'OTONO10' }),
  example(messageSeller, { message: 'El archivo no abre.' }),
  example(listPackCompletions, {}),
  example(resendOrderLinks, { email: 'buyer@people.test' }),
  example(saveReceiptBuyer, taxData),
  example(saveTaxData, taxData),
]
