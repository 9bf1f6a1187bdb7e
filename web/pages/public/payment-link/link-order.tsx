import type { OrderEntry } from '#contract/orders/payment-link.ts'
import * as m from '#messages'
import { PurchaseAssurances } from '#web/features/orders/checkout/assurances.tsx'
import { CouponField } from '#web/features/orders/coupons/coupon-field.tsx'
import { useCoupon } from '#web/features/orders/coupons/use-coupon.ts'
import {
  readPageFacts,
  useQuoteFacts,
  withFacts,
} from '#web/features/orders/checkout/quote-facts.ts'
import { OrderLine, findCouponPrice } from '#web/features/orders/checkout/order-line.tsx'
import { PaymentMethodBadges } from '#web/features/orders/checkout/payment-method-badges.tsx'
import { isFree } from '#web/shared/product-price.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { canBuy, getFirstPrices, type LinkProduct } from './link-products.ts'

// The product page loads these forms when the browser is idle too. One that loaded them at once would split their code.
const NotSold = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/availability-form.tsx').then(module => module.NotSold),
)
const FreeOrderForm = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/free-order-form.tsx').then(module => module.FreeOrderForm),
)
const BuyForm = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/buy-form.tsx').then(module => module.BuyForm),
)

/**
 * Shows the products of a payment link, which are all of one seller, and the form that buys them. Products that cannot
 * be bought now are named and left out.
 */
export function LinkOrder({
  products,
  missingCount,
  price,
  couponCode,
  entry,
}: {
  products: readonly LinkProduct[]
  /** The number of products of the link that are not offered any more. */
  missingCount: number
  /** The price that the link proposes, in whole units. */
  price: number | undefined
  /** The code of a coupon in the link, if it has one. */
  couponCode: string | undefined
  entry: OrderEntry
}) {
  const [single, ...others] = products
  const only = others.length === 0 ? single : undefined
  const boughtProducts = products.filter(canBuy)
  const leftOutProducts = boughtProducts.length > 0 ? products.filter(p => !canBuy(p)) : []
  const notes = [
    ...leftOutProducts.map(describeLeftOut),
    ...(missingCount > 0 ? [m.link_some_missing({ count: missingCount })] : []),
  ]
  const [first] = boughtProducts
  const pageFacts = readPageFacts(only ? products : boughtProducts, only?.bump)
  const { facts, setFacts } = useQuoteFacts(products, pageFacts)
  const boughtItems = boughtProducts.map(product => withFacts(product, facts))
  const couponState = useCoupon(boughtItems, { facts, setFacts }, first && couponCode)
  const { quoted, applied } = couponState
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        {notes.length > 0 && (
          <Banner tone="info">
            {notes.map(text => (
              <p key={text} className="break-words">
                {text}
              </p>
            ))}
          </Banner>
        )}
        <ul className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-card">
          {(first ? boughtProducts : products).map(product => (
            <OrderLine
              key={product.id}
              product={withFacts(product, facts)}
              couponPrice={findCouponPrice(quoted, product.id)}
            />
          ))}
        </ul>
      </div>
      <Card panel className="grid gap-5 max-sm:px-5">
        {only && isFree(withFacts(only, facts)) && !only.isPaused && (
          <FreeOrderForm ids={[only.id]} facts={facts} onNewFacts={setFacts} />
        )}
        {only && isFree(only) && first && (
          <p className="border-t border-line pt-5 font-semibold">
            {m.free_copy_or_pay({ username: only.username })}
          </p>
        )}
        {first && (
          <>
            <CouponField state={couponState} firstCode={couponCode} currency={first.currency} />
            {applied && quoted.total === 0 ? (
              <FreeOrderForm
                ids={boughtProducts.map(({ id }) => id)}
                facts={facts}
                onNewFacts={setFacts}
              />
            ) : (
              <>
                <BuyForm
                  bump={only && first.bump}
                  items={boughtProducts}
                  label={m.checkout_title()}
                  entry={entry}
                  initialValues={getFirstPrices(boughtProducts, price)}
                  totalLabel={m.checkout_total()}
                  facts={facts}
                  onNewFacts={setFacts}
                />
                <PaymentMethodBadges currency={first.currency} />
                <PurchaseAssurances
                  guaranteeDays={Math.min(
                    ...boughtProducts.map(({ guaranteeDays }) => guaranteeDays),
                  )}
                />
              </>
            )}
          </>
        )}
        {!first && <NothingToBuy products={products} />}
      </Card>
    </div>
  )
}

/** Says why nothing of a payment link can be paid for now. A single free product has its own form. */
function NothingToBuy({ products }: { products: readonly LinkProduct[] }) {
  const [single, ...others] = products
  if (!single) return null
  if (others.length > 0)
    return (
      <ul className="grid gap-3">
        {products.map(product => (
          <li key={product.id}>{describeLeftOut(product)}</li>
        ))}
      </ul>
    )
  if (isFree(single) && !single.isPaused) return null
  return <NotSold productId={single.id} isPaused={single.isPaused} />
}

/** Says why a product of a payment link is not bought with the others. */
function describeLeftOut(product: LinkProduct): string {
  const { name, isPaused } = product
  if (isPaused) return m.link_paused({ name })
  return isFree(product) ? m.link_free({ name }) : m.link_not_sold({ name })
}
