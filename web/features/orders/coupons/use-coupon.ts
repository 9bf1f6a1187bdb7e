import { useCallback, useEffect, useMemo, useState } from 'react'
import { applyCoupon } from '#contract/coupon-discount.ts'
import { type CouponOffer, checkCoupon } from '#contract/coupons.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import type { AppliedCoupon } from '../checkout/purchase-state.ts'

/** A coupon in a form that buys products: what the buyer has applied, and why a code was refused. */
export interface CouponState {
  offer: CouponOffer | undefined
  /** The coupon for the form; undefined without one. */
  coupon: AppliedCoupon | undefined
  problem: string | undefined
  isChecking: boolean
  apply: (code: string) => Promise<void>
  remove: () => void
}

/**
 * Holds the coupon of a purchase. The server checks a code; the prices are computed by the same function as those of the
 * order, so that they follow a price that is typed.
 * @param firstCode the code in the link by which the buyer came, which is checked at once
 */
export function useCoupon(
  products: readonly { id: number }[],
  firstCode: string | undefined,
): CouponState {
  const [offer, setOffer] = useState<CouponOffer>()
  const [problem, setProblem] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)
  const idList = products.map(({ id }) => id).join()

  const apply = useCallback(
    async (code: string) => {
      setIsChecking(true)
      const ids = idList.split(',').map(Number)
      const result = await callEndpoint(checkCoupon, {
        body: { code, products: ids.map(id => ({ id })) },
      })
      setIsChecking(false)
      setOffer(result.ok ? result.body : undefined)
      if (result.ok) return setProblem(undefined)
      // The only field of the request that can be wrong is the code.
      const isMalformed = result.code === 'INVALID_DATA'
      setProblem(isMalformed ? m.issue_coupon_code() : errorText(result.code, getLocale()))
    },
    [idList],
  )
  useEffect(() => {
    if (firstCode !== undefined) void apply(firstCode)
  }, [firstCode, apply])

  const coupon = useMemo(
    (): AppliedCoupon | undefined =>
      offer && {
        code: offer.code,
        computeTotal(prices) {
          const discount = applyCoupon(offer, prices)
          return 'prices' in discount ? sum([...discount.prices.values()]) : undefined
        },
      },
    [offer],
  )
  const remove = () => {
    setOffer(undefined)
    setProblem(undefined)
  }
  return { offer, coupon, problem, isChecking, apply, remove }
}
