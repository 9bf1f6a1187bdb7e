import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { applyCoupon, findListPrice } from '#contract/coupon-discount.ts'
import { type CouponOffer, checkCoupon } from '#contract/prices/coupons.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { findLeastOffer } from '#web/shared/product-price.ts'
import type { AppliedCoupon, PurchaseItem } from '../checkout/purchase-state.ts'

type CouponItem = Pick<PurchaseItem, 'id' | 'price' | 'isPriceDynamic' | 'offer'>

/** A coupon in a form that buys products: what the buyer has applied, and why a code was refused. */
export interface CouponState {
  offer: CouponOffer | undefined
  /** The coupon for the form; undefined without one. */
  coupon: AppliedCoupon | undefined
  /** What each product costs with the coupon, by its id, in whole units; empty without one. */
  prices: ReadonlyMap<number, number>
  /** Whether nothing is left to pay. */
  isFree: boolean
  problem: string | undefined
  isChecking: boolean
  apply: (code: string) => Promise<void>
  remove: () => void
}

/**
 * Holds the coupon of a purchase. The server checks a code; the prices are computed by the same function as those of
 * the order, so that they follow a price that is typed.
 * @param firstCode the code in the link by which the buyer came, which is checked at once
 */
export function useCoupon(items: readonly CouponItem[], firstCode = ''): CouponState {
  const [{ offer, problem, isChecking = false }, setAnswer] = useState<CouponAnswer>({
    isChecking: firstCode !== '',
  })
  const leastPrices = items.map(item => ({
    id: item.id,
    price: item.isPriceDynamic ? findLeastOffer(item) : item.price,
    listPrice: findListPrice(item.offer),
  }))

  const check = (code: string) => askForOffer(code, leastPrices).then(setAnswer)
  const apply = (code: string) => {
    setAnswer(before => ({ ...before, isChecking: true }))
    return check(code)
  }
  const checkFirst = useEffectEvent(check)
  useEffect(() => {
    if (firstCode !== '') void checkFirst(firstCode)
  }, [firstCode])

  const coupon = useMemo(
    (): AppliedCoupon | undefined =>
      offer && {
        code: offer.code,
        refusal: m.ERROR_COUPON_MINIMUM(),
        computeTotal(prices) {
          const discount = applyCoupon(
            offer,
            prices.map(({ id, price, offer, listPrice }) => ({
              id,
              price,
              listPrice: listPrice ?? findListPrice(offer),
            })),
          )
          return 'prices' in discount ? sum([...discount.prices.values()]) : undefined
        },
      },
    [offer],
  )
  const discount = offer && applyCoupon(offer, leastPrices)
  const prices: ReadonlyMap<number, number> =
    discount && 'prices' in discount ? discount.prices : new Map()
  const remove = () => setAnswer({})
  const isFree = prices.size > 0 && [...prices.values()].every(price => price === 0)
  return { offer, coupon, prices, isFree, problem, isChecking, apply, remove }
}

interface CouponAnswer {
  offer?: CouponOffer
  /** Why the code was refused. */
  problem?: string
  isChecking?: boolean
}

async function askForOffer(
  code: string,
  products: readonly { id: number; price: number }[],
): Promise<CouponAnswer> {
  const result = await callEndpoint(checkCoupon, {
    body: { code, products: products.map(({ id, price }) => ({ id, dynamicPrice: price })) },
  })
  if (result.ok) return { offer: result.body }
  // The only field of the request that can be wrong is the code.
  const isMalformed = result.code === 'INVALID_DATA'
  return { problem: isMalformed ? m.issue_coupon_code() : errorText(result.code, getLocale()) }
}
