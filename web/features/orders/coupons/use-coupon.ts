import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiResult } from '#contract/core/endpoint.ts'
import { type CouponTerms, type Quote, type QuoteFacts, quote } from '#contract/prices/quote.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { findLeastOffer } from '#web/shared/product-price.ts'
import type { PurchaseItem } from '../checkout/purchase-state.ts'
import { COUPON_REFUSAL_TEXTS } from './refusal-texts.ts'

/** A coupon in a form that buys products: what the buyer has applied, and why a code was refused. */
export interface CouponState {
  applied: { code: string; terms: CouponTerms } | undefined
  problem: string | undefined
  isChecking: boolean
  apply: (code: string) => Promise<void>
  remove: () => void
  /** What the products cost with the coupon, at the least that a buyer can offer. */
  quoted: Quote
}

/**
 * Lets a buyer apply a coupon to the products of a page. The server reads its terms, and the prices follow from them as
 * at the server, also while a price is typed.
 * @param firstCode the code in the link by which the buyer came, which is applied at once
 */
export function useCoupon(
  items: readonly PurchaseItem[],
  { facts, setFacts }: { facts: QuoteFacts; setFacts: (facts: QuoteFacts) => void },
  firstCode = '',
): CouponState {
  const [{ problem, isChecking }, setAnswer] = useState<CouponAnswer>({
    isChecking: firstCode !== '',
  })
  const products = items.map(item => ({
    id: item.id,
    ...(item.isPriceDynamic && { dynamicPrice: findLeastOffer(item) }),
  }))
  const takeAnswer = (result: ApiResult<typeof getQuote>): CouponAnswer => {
    if (!result.ok) return { isChecking: false, problem: describeFailure(result.code) }
    const { quote: quoted, facts } = result.body
    const refusal = quoted.coupon?.refusal ?? null
    setFacts(refusal === null ? facts : { ...facts, coupon: null })
    return { isChecking: false, problem: refusal ? COUPON_REFUSAL_TEXTS[refusal]() : undefined }
  }
  const check = (code: string) =>
    callEndpoint(getQuote, { body: { products, coupon: code } })
      .then(takeAnswer)
      .then(setAnswer)
  const apply = (code: string) => {
    setAnswer({ isChecking: true })
    return check(code)
  }
  const checkFirst = useEffectEvent(check)
  useEffect(() => {
    if (firstCode !== '') void checkFirst(firstCode)
  }, [firstCode])
  const { coupon } = facts
  return {
    applied: coupon?.terms ? { code: coupon.code, terms: coupon.terms } : undefined,
    // The server can refuse a coupon later too, when it is about to be used.
    problem: coupon?.refusal ? COUPON_REFUSAL_TEXTS[coupon.refusal]() : problem,
    isChecking,
    apply,
    remove: () => {
      setAnswer({ isChecking: false })
      setFacts({ ...facts, coupon: null })
    },
    quoted: quote({ products }, facts),
  }
}

interface CouponAnswer {
  /** Why the code was refused. */
  problem?: string | undefined
  isChecking: boolean
}

/** The only field of the request that can be wrong is the code. */
const describeFailure = (code: Parameters<typeof errorText>[0]): string =>
  code === 'INVALID_DATA' ? m.issue_coupon_code() : errorText(code, getLocale())
