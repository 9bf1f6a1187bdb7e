import { useState } from 'react'
import type { OwnProduct } from '#contract/products/products.ts'
import { type Coupon, type CouponState, updateCoupon } from '#contract/prices/coupons.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import {
  formatDateTime,
  formatMinorUnits,
  formatPrice,
  getDeviceTimeZone,
} from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'
import { TERM_NAMES, TermTexts, toTermTexts } from './coupon-terms.ts'
import { CouponLink } from './coupon-link.tsx'
import { TermFields } from './term-fields.tsx'

const STATES: Record<CouponState, { tone: ChipTone; text: () => string }> = {
  scheduled: { tone: 'plain', text: m.coupon_state_scheduled },
  active: { tone: 'jade', text: m.coupon_state_active },
  used_up: { tone: 'warn', text: m.coupon_state_used_up },
  ended: { tone: 'plain', text: m.coupon_state_ended },
  off: { tone: 'plain', text: m.coupon_state_off },
}

/** A coupon with its uses and the money that it brought, and what its seller can do with it. */
export function CouponCard({
  coupon,
  products,
}: {
  coupon: Coupon
  products: readonly OwnProduct[]
}) {
  const [update, { isLoading }] = useWrite(updateCoupon)
  const [isEditing, setIsEditing] = useState(false)
  const { code, state, currency } = coupon
  const isOff = state === 'off'
  const params = { id: coupon.id }
  const toggle = async () => {
    const { productIds, startsAt, endsAt, cap, perBuyer, minimum } = coupon
    const body = { productIds, startsAt, endsAt, cap, perBuyer, minimum, isOff: !isOff }
    const { error } = await update({ params, body })
    if (error) showFailureToast(m.coupon_failed(), error)
  }
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="figures text-h3 break-all">{code}</h2>
        <Chip tone={STATES[state].tone}>{STATES[state].text()}</Chip>
      </div>
      <ul className="grid gap-1 text-small text-soft">
        {describeTerms(coupon, products).map(text => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
      <p className="figures">
        {m.coupon_sold({
          amount: formatMinorUnits(coupon.soldMinor, currency),
          discount: formatMinorUnits(coupon.discountMinor, currency),
        })}
      </p>
      {!isOff && <CouponLink coupon={coupon} products={products} />}
      <div className="flex flex-wrap gap-2.5">
        <Button kind="ghost" size="small" onClick={() => setIsEditing(true)}>
          {m.coupon_edit()}
          <span className="sr-only"> {code}</span>
        </Button>
        <Button kind="ghost" size="small" pending={isLoading} onClick={() => void toggle()}>
          <span>{isOff ? m.coupon_turn_on() : m.coupon_turn_off()}</span>
          <span className="sr-only"> {code}</span>
        </Button>
      </div>
      {isEditing && (
        <FormDialog
          title={m.coupon_edit_title({ code })}
          description={m.coupon_edit_text()}
          schema={TermTexts}
          fields={TERM_NAMES}
          defaultValues={toTermTexts(coupon)}
          send={terms => toCallResult(update({ params, body: { ...terms, isOff } }))}
          failure={m.coupon_failed()}
          done={m.coupon_saved()}
          submit={m.save()}
          onClose={() => setIsEditing(false)}
        >
          {({ form, field }) => (
            <TermFields register={form.register} field={field} products={products} />
          )}
        </FormDialog>
      )}
    </Card>
  )
}

/** Says in short lines what a coupon takes off, of what, until when, and how often. */
function describeTerms(coupon: Coupon, products: readonly OwnProduct[]): string[] {
  const { kind, value, productIds, startsAt, endsAt, cap, perBuyer, minimum, currency } = coupon
  const names = products.filter(({ id }) => productIds?.includes(id)).map(({ name }) => name)
  const zone = getDeviceTimeZone()
  const discount = kind === 'percent' ? m.coupon_percent({ value }) : formatPrice(value, currency)
  return [
    m.coupon_off({ discount }),
    productIds === null ? m.coupon_all_products() : m.coupon_for({ names: names.join(', ') }),
    ...(startsAt === null ? [] : [m.coupon_from({ date: formatDateTime(startsAt, zone) })]),
    ...(endsAt === null ? [] : [m.coupon_until({ date: formatDateTime(endsAt, zone) })]),
    ...(minimum === null ? [] : [m.coupon_above({ amount: formatPrice(minimum, currency) })]),
    ...(perBuyer === null ? [] : [m.coupon_each({ count: perBuyer })]),
    cap === null
      ? m.coupon_used({ count: coupon.usedCount })
      : m.coupon_used_of({ count: coupon.usedCount, cap }),
    ...(coupon.heldCount > 0 ? [m.coupon_held({ count: coupon.heldCount })] : []),
    ...(cap !== null && coupon.usedCount > cap ? [m.coupon_late()] : []),
  ]
}
