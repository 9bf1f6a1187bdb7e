import * as z from 'zod/mini'
import { COUPON_REFUSALS, CouponCode } from './prices/coupons.ts'
import { LIMITS } from './core/limits.ts'
import { endpoint } from './core/endpoint.ts'
import { Email, Id, IdText } from './core/fields.ts'

export const FreeCopyForm = z.object({ email: Email })
export type FreeCopyForm = z.infer<typeof FreeCopyForm>

/**
 * Emails the link to the files of a product whose price is 0. The files are not in the reply, so that only the owner of
 * the address gets them, and the reply does not tell anything about the address. While too many emails with free files
 * go out, it answers 429 with the seconds to wait, whatever the address.
 */
export const requestFreeCopy = endpoint({
  method: 'POST',
  path: '/public/product/:id/free-copy',
  summary: 'Email a link to the files of a free product',
  access: 'public',
  captcha: { action: 'free_copy_form', in: 'header' },
  params: z.object({ id: IdText }),
  body: FreeCopyForm,
  reply: z.object({}),
  status: 202,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
})

export const CouponCopyForm = z.object({
  email: Email,
  code: CouponCode,
  products: z.array(Id).check(z.minLength(1), z.maxLength(LIMITS.cartItems)),
})
export type CouponCopyForm = z.infer<typeof CouponCopyForm>

/**
 * Emails the link to the files of products that are free by a coupon, whose use is counted at once. As with free
 * products, only the owner of the address gets the files. While too many emails with free files go out, it answers 429
 * with the seconds to wait, whatever the address.
 */
export const requestCouponCopy = endpoint({
  method: 'POST',
  path: '/public/coupon/free-copy',
  summary: 'Email a link to the files of products that a coupon makes free',
  access: 'public',
  captcha: { action: 'free_copy_form', in: 'header' },
  body: CouponCopyForm,
  reply: z.object({}),
  status: 202,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    'DIFFERENT_SELLERS_PRODUCT',
    'ERROR_COUPON_BUYER',
    'ERROR_COUPON_CHANGED',
    'ERROR_TOO_MANY_REQUESTS',
    ...COUPON_REFUSALS,
  ],
})
