import type { PublicProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { formatPrice } from '../../../i18n/format.ts'
import { Chip } from '../../../ui/surfaces/chip.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/surfaces/card.tsx'
import { Assurances } from './assurances.tsx'
import { NoAuth } from './no-auth.tsx'

const AddToCart = later(() => import('../../cart/add-to-cart.tsx').then(module => module.AddToCart))
const BuyForm = later(() => import('./buy-form.tsx').then(module => module.BuyForm))

/** The price and the way to pay it, or why nobody can just now. Source: specification, buy flow. */
export function BuyBox({ product }: { product: PublicProduct }) {
  const { price, currency, isPriceDynamic, hasAuth } = product
  return (
    <Card panel className="grid gap-5 max-sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {/* A chosen price is asked for below; what stands here is where it begins. */}
        <p className="figures font-display text-[2rem] leading-tight font-[750] tracking-[-0.02em]">
          {isPriceDynamic ? m.price_from({ price: formatPrice(price) }) : formatPrice(price)}
        </p>
        {isPriceDynamic ? (
          <Chip tone="jade">{m.buy_dynamic()}</Chip>
        ) : (
          <p className="text-soft">{m.buy_final_price({ currency })}</p>
        )}
      </div>
      {hasAuth ? (
        <>
          <BuyForm items={[product]} label={m.buy_form({ name: product.name })} />
          <AddToCart product={product} />
          <Assurances />
        </>
      ) : (
        <NoAuth />
      )}
    </Card>
  )
}
