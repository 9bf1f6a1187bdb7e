import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import {
  Currency,
  Id,
  IdText,
  IsoDateTime,
  issueKey,
  MinorAmount,
  machineText,
  PageCursor,
} from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { COUPON_KINDS } from './quote.ts'

/** Returns a code as it is stored and compared: in capitals, without accents and spaces. */
export const foldCouponCode = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|\s/gu, '')
    .toUpperCase()

/** A code that a seller chooses or a buyer types: 3 to 24 letters of the alphabet, digits and hyphens. */
export const CouponCode = machineText(100).check(
  z.overwrite(foldCouponCode),
  z.regex(/^[A-Z0-9][A-Z0-9-]{1,22}[A-Z0-9]$/, issueKey('issue_coupon_code')),
)

/**
 * The state of a coupon, derived from its fields, the time and its uses. `used_up` ends when an order that holds a use
 * expires or is refunded.
 */
export const COUPON_STATES = ['scheduled', 'active', 'used_up', 'ended', 'off'] as const
export type CouponState = (typeof COUPON_STATES)[number]

const CouponTerms = {
  /** The products for which it is valid; null for all of the seller's. */
  productIds: z.nullable(z.array(z.int())),
  /** From when and until when it is valid; null without such a time. */
  startsAt: z.nullable(IsoDateTime),
  endsAt: z.nullable(IsoDateTime),
  /** How often it can be used in all, and by one buyer; null without such a limit. */
  cap: z.nullable(z.int()),
  perBuyer: z.nullable(z.int()),
  /** The least sum of its products, before the discount, in whole units; null without one. */
  minimum: z.nullable(z.int()),
}

export const Coupon = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** A percentage from 1 to 100, or whole units. */
  value: z.int(),
  ...CouponTerms,
  state: z.enum(COUPON_STATES),
  /** How many paid orders have used it, and how many orders hold a use that is not paid yet. */
  usedCount: z.int(),
  heldCount: z.int(),
  /** What was paid with it and not given back, and what it took off. */
  soldMinor: MinorAmount,
  discountMinor: MinorAmount,
  currency: Currency,
  createdAt: IsoDateTime,
})
export type Coupon = z.infer<typeof Coupon>

const count = z
  .int(issueKey('issue_coupon_count'))
  .check(
    z.minimum(1, issueKey('issue_coupon_count')),
    z.maximum(1_000_000, issueKey('issue_coupon_count')),
  )
const moment = z.iso
  .datetime({ error: issueKey('issue_coupon_time') })
  .check(z.maxLength(40, issueKey('issue_coupon_time')))
const whole = z
  .int(issueKey('issue_coupon_value'))
  .check(
    z.minimum(1, issueKey('issue_coupon_value')),
    z.maximum(LIMITS.price.max, issueKey('issue_coupon_value')),
  )

/** The coupon with which an order was made, and what it took off the whole order. */
export const OrderCoupon = z.object({ code: z.string(), discountMinor: MinorAmount })
export type OrderCoupon = z.infer<typeof OrderCoupon>

/** The terms that a seller can change later; the code and the discount stay. */
const terms = {
  productIds: z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(200))),
  startsAt: z.nullable(moment),
  endsAt: z.nullable(moment),
  cap: z.nullable(count),
  perBuyer: z.nullable(count),
  minimum: z.nullable(whole),
}
const endsAfterStart = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt)
const endCheck = { error: issueKey('issue_coupon_end'), path: ['endsAt'] }

export const CouponForm = z
  .object({ code: CouponCode, kind: z.enum(COUPON_KINDS), value: whole, ...terms })
  .check(
    z.refine(({ kind, value }) => kind === 'amount' || value <= 100, {
      error: issueKey('issue_coupon_percent'),
      path: ['value'],
    }),
    z.refine(endsAfterStart, endCheck),
  )
export type CouponForm = z.infer<typeof CouponForm>

export const CouponChange = z
  .object({ ...terms, isOff: z.boolean() })
  .check(z.refine(endsAfterStart, endCheck))
export type CouponChange = z.infer<typeof CouponChange>

export const listCoupons = endpoint({
  method: 'GET',
  path: '/coupons',
  summary: "List the seller's coupons, the newest first, 50 at a time",
  access: 'verified',
  cacheTags: ['Coupons'],
  query: z.object({ cursor: PageCursor }),
  reply: z.object({ coupons: z.array(Coupon), nextCursor: z.nullable(z.int()) }),
})

/** The maximum number of coupons that a seller can have, in whatever states. */
export const MAX_COUPONS = 500

/**
 * Creates a coupon. Answers 409 ERROR_COUPON_EXISTS if the seller has one with this code, whatever its state, and 409
 * ERROR_TOO_MANY_COUPONS if the seller has `MAX_COUPONS`.
 */
export const createCoupon = endpoint({
  method: 'POST',
  path: '/coupons',
  summary: 'Create a coupon',
  access: 'verified',
  cacheTags: ['Coupons'],
  body: CouponForm,
  reply: Coupon,
  status: 201,
  errors: ['ERROR_COUPON_EXISTS', 'ERROR_PRODUCT_NOT_FOUND', 'ERROR_TOO_MANY_COUPONS'],
})

export const updateCoupon = endpoint({
  method: 'PUT',
  path: '/coupons/:id',
  summary: 'Change the terms of a coupon, or turn it off or on',
  access: 'owner',
  cacheTags: ['Coupons'],
  params: z.object({ id: IdText }),
  body: CouponChange,
  reply: Coupon,
  errors: ['ERROR_COUPON_UNKNOWN', 'ERROR_PRODUCT_NOT_FOUND'],
})
