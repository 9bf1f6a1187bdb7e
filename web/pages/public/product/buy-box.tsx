import type { ReactNode } from 'react'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { PurchaseAssurances } from '#web/features/orders/checkout/assurances.tsx'
import type { QuoteFacts } from '#contract/prices/quote.ts'
import { withFacts } from '#web/features/orders/checkout/quote-facts.ts'
import { PaymentMethodBadges } from '#web/features/orders/checkout/payment-method-badges.tsx'
import { formatProductPrice, isFree } from '#web/shared/product-price.ts'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { BUY_BOX_ID } from './buy-box-id.ts'

const AddToCartButton = lazyWhenIdle(() =>
  import('#web/features/orders/cart/add-to-cart-button.tsx').then(module => module.AddToCartButton),
)
const NotSold = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/availability-form.tsx').then(module => module.NotSold),
)
const FreeOrderForm = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/free-order-form.tsx').then(module => module.FreeOrderForm),
)
const BuyForm = lazyWhenIdle(() =>
  import('#web/features/orders/checkout/buy-form.tsx').then(module => module.BuyForm),
)

interface BuyBoxProps {
  product: PublicProduct & Pick<ProductDetail, 'bump'>
  /** The link to the page that takes a coupon, as HTML of the server. */
  couponLink: string
  /** What decides the price, as far as the page knows it. */
  facts: QuoteFacts
  onNewFacts: (facts: QuoteFacts) => void
}

/** Shows the price and the buy form, or says why the product cannot be bought now. Source: specification, buy flow. */
export function BuyBox(props: BuyBoxProps) {
  return (
    <BuyBoxFrame product={withFacts(props.product, props.facts)}>
      <BuyOptions {...props} />
    </BuyBoxFrame>
  )
}

/** The panel with the price of a product. */
export function BuyBoxFrame({
  product,
  children,
}: {
  product: PublicProduct
  children: ReactNode
}) {
  return (
    <Card panel id={BUY_BOX_ID} className="grid scroll-mt-3 gap-5 max-sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {/* For a dynamic price this is the minimum; the buyer types the price into the form below. */}
        <p className="figures font-display text-[2rem] leading-tight font-[750] tracking-[-0.02em]">
          {formatProductPrice(product)}
        </p>
        {product.isPriceDynamic ? (
          <Chip tone="jade">{m.buy_dynamic()}</Chip>
        ) : (
          !isFree(product) && (
            <p className="text-soft">{m.buy_final_price({ currency: product.currency })}</p>
          )
        )}
      </div>
      {children}
    </Card>
  )
}

/** The ways to get a product, or why there is none now. */
export function BuyOptions({ product, couponLink, facts, onNewFacts }: BuyBoxProps) {
  const current = withFacts(product, facts)
  const { currency, isPriceDynamic, hasAuth, isPaused } = current
  return (
    <>
      {isFree(current) && !isPaused && (
        <FreeOrderForm ids={[product.id]} facts={facts} onNewFacts={onNewFacts} />
      )}
      {hasAuth && !isPaused && (isPriceDynamic || !isFree(current)) && (
        <>
          {isFree(current) && (
            <p className="border-t border-line pt-5 font-semibold">
              {m.free_copy_or_pay({ username: product.username })}
            </p>
          )}
          <BuyForm
            items={[product]}
            label={m.buy_form({ name: product.name })}
            entry="page"
            bump={product.bump}
            facts={facts}
            onNewFacts={onNewFacts}
          />
          <div dangerouslySetInnerHTML={{ __html: couponLink }} />
          <PaymentMethodBadges currency={currency} />
          <AddToCartButton product={product} />
          <PurchaseAssurances guaranteeDays={product.guaranteeDays} />
        </>
      )}
      {(isPaused || (!hasAuth && !isFree(current))) && (
        <NotSold productId={product.id} isPaused={isPaused} />
      )}
    </>
  )
}
