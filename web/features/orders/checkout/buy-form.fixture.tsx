import type { Bump } from '#contract/prices/bumps.ts'
import { BuyForm } from './buy-form.tsx'
import type { PurchaseItem } from './purchase-state.ts'
import { readPageFacts, useQuoteFacts } from './quote-facts.ts'

const TOTAL = 'Total'

/**
 * The form as the page of a product and the cart show it. The page tells the newest prices in its title.
 * @param couponPercent the percentage that a coupon takes off
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
  const terms = {
    kind: 'percent',
    value: couponPercent ?? 0,
    productIds: null,
    minimum: null,
  } as const
  const { facts, setFacts } = useQuoteFacts(items, {
    ...readPageFacts(items, bump),
    coupon: couponPercent === undefined ? null : { code: 'FERIA', terms, refusal: null },
  })
  return (
    <>
      <title>{facts.products.map(({ price }) => price).join()}</title>
      <BuyForm
        items={items}
        label="Buy"
        entry="page"
        totalLabel={TOTAL}
        bump={bump}
        facts={facts}
        onNewFacts={setFacts}
      />
    </>
  )
}
