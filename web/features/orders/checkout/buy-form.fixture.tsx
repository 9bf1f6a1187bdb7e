import type { Bump } from '#contract/prices/bumps.ts'
import { BuyForm } from './buy-form.tsx'
import type { PurchaseItem } from './purchase-state.ts'

const TOTAL = 'Total'

/**
 * The form as the page of a product and the cart show it.
 * @param couponPercent the percentage that a coupon takes off the fixed prices
 */
export function Checkout({
  items,
  bump = null,
  couponPercent,
}: {
  items: (PurchaseItem & { name: string })[]
  bump?: Bump | null
  couponPercent?: number
}) {
  return (
    <BuyForm
      items={items}
      label="Buy"
      entry="page"
      totalLabel={TOTAL}
      bump={bump}
      coupon={
        couponPercent === undefined
          ? undefined
          : {
              code: 'FERIA',
              refusal: 'The coupon is not for these',
              computeTotal: prices =>
                prices.reduce((sum, { price }) => sum + (price * (100 - couponPercent)) / 100, 0),
            }
      }
      onPricesChanged={prices => (document.title = prices.map(({ price }) => price).join())}
    />
  )
}
