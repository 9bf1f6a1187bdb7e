import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { findReturnPromise } from '#contract/products/guarantee.ts'
import type { Quote } from '#contract/prices/quote.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { ListPrice } from '#web/shared/list-price.tsx'
import { formatProductPrice } from '#web/shared/product-price.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Cover } from '#web/ui/catalog/cover.tsx'

/** Returns what a product costs with the coupon that the buyer has applied, in whole units; undefined without one. */
export const findCouponPrice = ({ lines }: Quote, id: number): number | undefined =>
  lines.find(line => line.id === id && line.why === 'coupon')?.price

/** A product that is being bought, as an item of a list. `action` stands at its end. */
export function OrderLine({
  product,
  couponPrice,
  action,
}: {
  product: Omit<PublicProduct, 'description'>
  /** What the product costs with the coupon that the buyer has applied, in whole units. */
  couponPrice?: number | undefined
  action?: ReactNode
}) {
  const { name, imageFile, files } = product
  const { guaranteeDays } = findReturnPromise(useSiteSettings().withdrawal, product.guaranteeDays)
  return (
    <li className="flex items-center gap-4 p-4 sm:p-5">
      <div className="w-16 shrink-0 rounded-[6px] shadow-soft sm:w-20">
        <Cover src={imageFile} alt="" title={name} sizes="80px" />
      </div>
      <div className="min-w-0 flex-1">
        <Link to={paths.product(product)} className="link font-[650] break-words">
          {name}
        </Link>
        <p className="figures mt-1 text-small text-soft">
          <LinePrice product={product} couponPrice={couponPrice} />{' '}
          <span>{`· ${files.types.join(', ')}`}</span>
          {guaranteeDays > 0 && <span>{` · ${m.guarantee_days({ days: guaranteeDays })}`}</span>}
        </p>
      </div>
      {action}
    </li>
  )
}

/** Shows the price of a product, struck through if a coupon lowers it. Who chooses the price sees the total below. */
function LinePrice({
  product,
  couponPrice,
}: {
  product: Pick<PublicProduct, 'price' | 'isPriceDynamic' | 'offer' | 'currency'>
  couponPrice: number | undefined
}) {
  const price = formatProductPrice(product)
  if (couponPrice === undefined || product.isPriceDynamic || couponPrice >= product.price)
    return (
      <span>
        {price}
        <ListPrice {...product} />
      </span>
    )
  return (
    <>
      <s>
        <span className="sr-only">{m.coupon_list_price()} </span>
        {price}
      </s>{' '}
      <b className="font-[650] text-ink">
        <span className="sr-only">{m.coupon_your_price()} </span>
        {formatProductPrice({ ...product, price: couponPrice })}
      </b>
    </>
  )
}
