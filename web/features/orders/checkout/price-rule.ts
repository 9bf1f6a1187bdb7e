import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'

/**
 * What is wrong with the price a buyer typed (digits only), or nothing.
 * @param base whole units, the least that is asked. Source: specification, dynamic price.
 */
export function priceProblem(typed: string, base: number): string | undefined {
  if (typed === '') return m.issue_customer_price()
  if (Number(typed) < base) return m.buy_price_low({ price: formatPrice(base) })
  if (Number(typed) > LIMITS.dynamicPrice.max)
    return m.buy_price_high({ price: formatPrice(LIMITS.dynamicPrice.max) })
  return undefined
}
