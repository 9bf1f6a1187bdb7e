import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type QuotedProduct, getQuote } from '#contract/orders/public-quote.ts'
import type { QuoteFacts } from '#contract/prices/quote.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { removeFromCart, useCart } from '#web/features/orders/cart/cart.ts'
import { PurchaseAssurances } from '#web/features/orders/checkout/assurances.tsx'
import { BuyForm } from '#web/features/orders/checkout/buy-form.tsx'
import { CouponField } from '#web/features/orders/coupons/coupon-field.tsx'
import { useCoupon } from '#web/features/orders/coupons/use-coupon.ts'
import { FreeOrderForm } from '#web/features/orders/checkout/free-order-form.tsx'
import { getLeastPrices } from '#web/features/orders/checkout/least-prices.ts'
import { PaymentMethodBadges } from '#web/features/orders/checkout/payment-method-badges.tsx'
import { OrderLine, findCouponPrice } from '#web/features/orders/checkout/order-line.tsx'
import { useQuoteFacts, withFacts } from '#web/features/orders/checkout/quote-facts.ts'
import { NotSoldNotice } from '#web/features/orders/checkout/not-sold-notice.tsx'
import { paths } from '#web/paths.ts'
import { isFree } from '#web/shared/product-price.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { persistently } from '#web/ui/load-code.ts'
import { Button, IconButton, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import type { Route } from './+types/checkout'

const CompletePack = lazy(
  persistently(() => import('#web/features/orders/checkout/complete-pack.tsx')),
)

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.checkout_title(), { hidden: true })

/** The checkout page: the products of the cart, or the missing parts of a pack, the buy form and the total. */
export default function CheckoutPage() {
  const isHydrated = useHydrated()
  const { hash } = useLocation()
  const packId = Number(useSearchParams()[0].get('complete'))
  if (isHydrated && Number.isInteger(packId) && packId > 0)
    return (
      <div className="wrap pt-4 pb-20 lg:pt-8">
        <h1 className="text-title">{m.pack_complete()}</h1>
        <Suspense fallback={<CheckoutSkeleton count={2} />}>
          <CompletePack packId={packId} orderToken={hash.slice(1) || undefined} />
        </Suspense>
      </div>
    )
  return <CartPage isHydrated={isHydrated} />
}

function CartPage({ isHydrated }: { isHydrated: boolean }) {
  const { ids, seller } = useCart()
  const [attempt, setAttempt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="wrap pt-4 pb-20 lg:pt-8">
      <h1 ref={heading} tabIndex={-1} className="text-title">
        {m.checkout_title()}
      </h1>
      {isHydrated && ids.length === 0 ? (
        <EmptyState
          art="emptyRack"
          title={m.checkout_empty()}
          action={<LinkButton to={paths.explore()}>{m.nav_explore()}</LinkButton>}
        >
          {m.checkout_empty_text()}
        </EmptyState>
      ) : (
        <>
          <p className="mt-3 min-h-7 text-lead text-soft">
            {seller && (
              <span>
                {m.checkout_from()}{' '}
                <Link to={paths.profile(seller)} className="link">
                  @{seller}
                </Link>
              </span>
            )}
          </p>
          {isHydrated ? (
            <CheckoutOrder
              key={attempt}
              ids={ids}
              onRetry={() => setAttempt(count => count + 1)}
              // The heading takes the focus, because the pressed button is removed together with the product.
              onRemoved={() => heading.current?.focus()}
            />
          ) : (
            <CheckoutSkeleton count={1} />
          )}
        </>
      )}
    </div>
  )
}

type LoadedCart = { products: readonly QuotedProduct[]; facts: QuoteFacts } | { hasFailed: true }

const NO_FACTS: QuoteFacts = { products: [], bumps: [], credits: [], coupon: null }

/** Loads the products of the cart with their prices. Products that no longer exist are removed from the cart. */
function useLoadedCart(ids: readonly number[]) {
  const [loaded, setLoaded] = useState<LoadedCart>()
  const [removedCount, setRemovedCount] = useState(0)
  const idList = ids.join()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const requestedIds = idList.split(',').map(Number)
      const body = { products: requestedIds.map(id => ({ id })) }
      const result = await callEndpoint(getQuote, { body })
      if (!isCurrent) return
      if (!result.ok) return setLoaded({ hasFailed: true })
      const { products, facts } = result.body
      const missingIds = requestedIds.filter(id => products.every(product => product.id !== id))
      if (missingIds.length === 0) return setLoaded({ products, facts })
      setRemovedCount(count => count + missingIds.length)
      removeFromCart(missingIds)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [idList])
  return { loaded, removedCount }
}

function CheckoutOrder({
  ids,
  onRetry,
  onRemoved,
}: {
  ids: readonly number[]
  onRetry: () => void
  onRemoved: () => void
}) {
  const { loaded, removedCount } = useLoadedCart(ids)
  const cart = loaded && 'products' in loaded ? loaded : { products: [], facts: NO_FACTS }
  const quoteFacts = useQuoteFacts(loaded, cart.facts)
  const { facts, setFacts } = quoteFacts
  const products = cart.products
    // The loaded list still contains a product that was removed from the cart, so it is filtered.
    .filter(({ id }) => ids.includes(id))
    .map(product => withFacts(product, facts))
  const couponState = useCoupon(products, quoteFacts)
  if (!loaded) return <CheckoutSkeleton count={ids.length} />
  if ('hasFailed' in loaded)
    return (
      <div role="alert">
        <EmptyState
          art="tornAwning"
          title={m.checkout_failed()}
          action={<Button onClick={onRetry}>{m.retry()}</Button>}
        >
          {m.checkout_failed_text()}
        </EmptyState>
      </div>
    )
  const isPaused = products.some(product => product.isPaused)
  const isPayable = !isPaused && products.every(product => product.hasAuth || isFree(product))
  const { quoted } = couponState
  const [first] = products
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        {removedCount > 0 && (
          <Banner tone="info" live>
            {m.checkout_gone()}
          </Banner>
        )}
        <ul className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-card">
          {products.map(product => (
            <CartLine
              key={product.id}
              product={product}
              couponPrice={findCouponPrice(quoted, product.id)}
              onRemoved={onRemoved}
            />
          ))}
        </ul>
      </div>
      <Card panel className="grid gap-5 max-sm:px-5">
        {isPayable && first ? (
          <>
            {(couponState.applied || quoted.total > 0) && (
              <CouponField state={couponState} firstCode={undefined} currency={first.currency} />
            )}
            {quoted.total === 0 ? (
              <FreeOrderForm
                ids={products.map(({ id }) => id)}
                facts={facts}
                onNewFacts={setFacts}
              />
            ) : (
              <>
                <BuyForm
                  items={products}
                  label={m.checkout_title()}
                  entry="cart"
                  initialValues={getLeastPrices(products)}
                  totalLabel={m.checkout_total()}
                  facts={facts}
                  onNewFacts={setFacts}
                />
                <PaymentMethodBadges currency={first.currency} />
                <PurchaseAssurances
                  guaranteeDays={Math.min(...products.map(({ guaranteeDays }) => guaranteeDays))}
                />
              </>
            )}
          </>
        ) : (
          <NotSoldNotice isPaused={isPaused} />
        )}
      </Card>
    </div>
  )
}

function CartLine({
  product,
  couponPrice,
  onRemoved,
}: {
  product: PublicProduct
  couponPrice: number | undefined
  onRemoved: () => void
}) {
  const remove = () => {
    removeFromCart([product.id])
    onRemoved()
  }
  return (
    <OrderLine
      product={product}
      couponPrice={couponPrice}
      action={
        <IconButton
          label={m.checkout_remove({ name: product.name })}
          onClick={remove}
          className="text-soft hover:bg-bad-tint hover:text-bad"
        >
          <Trash2 aria-hidden size={19} />
        </IconButton>
      }
    />
  )
}

function CheckoutSkeleton({ count }: { count: number }) {
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <output className="sr-only">{m.loading()}</output>
      <div className="grid gap-px overflow-hidden rounded-panel border border-line">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton key={index} className="h-28 rounded-none" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-panel" />
    </div>
  )
}
