import * as z from 'zod/mini'
import { CouponCode } from '../prices/coupons.ts'
import { endpoint } from '../core/endpoint.ts'
import { IdText, integerText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

/**
 * Sends a sheet to print for a table at a fair: the name and the price of a product, and the QR code of its payment
 * link, whose orders are kept as those of a QR code. `price` is what the link proposes for a dynamic price, in whole
 * units; one below the minimum is left out, as is one of a product with a fixed price. With the code of a coupon, the
 * sheet names it and what the product costs with it, and the link fills it in. Answers 404 ERROR_PRODUCT_NOT_FOUND for
 * a product that has no page.
 */
export const getQrSheetPdf = endpoint({
  method: 'GET',
  path: '/product/:id/qr-sheet.pdf',
  summary: 'Download a sheet with the QR code of a payment link as a PDF file',
  access: 'owner',
  params: z.object({ id: IdText }),
  query: z.object({
    price: z.optional(
      integerText('issue_customer_price', LIMITS.dynamicPrice.min, LIMITS.dynamicPrice.max),
    ),
    coupon: z.optional(CouponCode),
  }),
  contentType: 'application/pdf',
  status: 200,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_COUPON_UNKNOWN', 'ERROR_COUPON_PRODUCTS'],
})
