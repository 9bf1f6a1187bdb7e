import * as z from 'zod/mini'
import { type Coupon, CouponCode, type CouponForm } from '#contract/prices/coupons.ts'
import { COUPON_KINDS } from '#contract/prices/quote.ts'
import { type IssueKey, integerText, issueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'

const optionalNumber = (key: IssueKey, max: number) =>
  z.union(
    [
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
      integerText(key, 1, max),
    ],
    {
      error: issueKey(key),
    },
  )

/** A time as browsers give it, in the zone of the device; empty without one. */
const optionalTime = z.pipe(
  z
    .string()
    .check(
      z.refine(
        text => text === '' || !Number.isNaN(Date.parse(text)),
        issueKey('issue_coupon_time'),
      ),
    ),
  z.transform(text => (text === '' ? null : new Date(text).toISOString())),
)

const termFields = {
  /** The ids of the chosen products; none means all of them. */
  productIds: z.pipe(
    z.array(z.string()),
    z.transform(ids => (ids.length === 0 ? null : ids.map(Number))),
  ),
  startsAt: optionalTime,
  endsAt: optionalTime,
  cap: optionalNumber('issue_coupon_count', 1_000_000),
  perBuyer: optionalNumber('issue_coupon_count', 1_000_000),
  minimum: optionalNumber('issue_coupon_value', LIMITS.price.max),
}

/** The form of a new coupon, whose fields are texts. */
export const NewCouponTexts = z.object({
  code: CouponCode,
  kind: z.enum(COUPON_KINDS),
  value: integerText('issue_coupon_value', 1, LIMITS.price.max),
  ...termFields,
})
export type NewCouponTexts = z.input<typeof NewCouponTexts>

/** The form of the terms that can be changed. */
export const TermTexts = z.object(termFields)
export type TermTexts = z.input<typeof TermTexts>

export const TERM_NAMES = [
  'productIds',
  'endsAt',
  'startsAt',
  'cap',
  'perBuyer',
  'minimum',
] as const satisfies (keyof TermTexts)[]

export const NO_TERMS: TermTexts = {
  productIds: [],
  startsAt: '',
  endsAt: '',
  cap: '',
  perBuyer: '',
  minimum: '',
}

/** Returns the terms of a coupon as texts of the form. */
export const toTermTexts = (
  coupon: Omit<CouponForm, 'code' | 'kind' | 'value'> | Coupon,
): TermTexts => ({
  productIds: coupon.productIds?.map(String) ?? [],
  startsAt: toLocalTime(coupon.startsAt),
  endsAt: toLocalTime(coupon.endsAt),
  cap: coupon.cap === null ? '' : String(coupon.cap),
  perBuyer: coupon.perBuyer === null ? '' : String(coupon.perBuyer),
  minimum: coupon.minimum === null ? '' : String(coupon.minimum),
})

/** Returns a time as a field of the type `datetime-local` shows it, in the zone of the device. */
function toLocalTime(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
