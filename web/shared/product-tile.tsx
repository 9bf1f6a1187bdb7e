import type { PublicProduct } from '#contract/products/products.ts'
import { MIN_REVIEWS_ON_CARDS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatNumber } from '../i18n/format.ts'
import { paths } from '../paths.ts'
import { ProductCard } from '../ui/catalog/product-card.tsx'
import { ListPrice } from './list-price.tsx'
import { formatProductPrice, isFree } from './product-price.ts'
import { formatAverage } from './rating.ts'

/**
 * Shows the card of a product for sale. If nobody can pay its seller yet, the card leads to the form that asks for an
 * email about it instead of to the purchase. `byline` adds the seller, on pages that list several
 * sellers.
 */
export function ProductTile({
  product,
  byline = false,
  heading,
  eager,
  sizes,
}: {
  product: PublicProduct
  byline?: boolean
  heading?: 'h2' | 'h3'
  eager?: boolean
  sizes?: string
}) {
  const to = paths.product(product)
  return (
    <ProductCard
      to={to}
      image={product.imageFile}
      name={product.name}
      description={product.description}
      category={product.category.name}
      subcategory={product.subcategory.name}
      fileTypes={product.files.types.join(' · ')}
      byline={byline && m.home_by({ username: `@${product.username}` })}
      rating={
        product.rating &&
        product.rating.count >= MIN_REVIEWS_ON_CARDS && <Rating {...product.rating} />
      }
      isDynamic={product.isPriceDynamic}
      price={
        <>
          {formatProductPrice(product)}
          <ListPrice {...product} />
        </>
      }
      action={{ to, label: labelOf(product) }}
      heading={heading}
      eager={eager}
      sizes={sizes}
    />
  )
}

function labelOf(product: PublicProduct): string {
  if (isFree(product)) return m.buy_card_free()
  return product.hasAuth ? m.buy_card() : m.buy_card_unavailable()
}

function Rating({ average, count }: NonNullable<PublicProduct['rating']>) {
  const shown = formatAverage(average)
  return (
    <>
      <span aria-hidden>
        <b>★</b> {shown} ({formatNumber(count)})
      </span>
      <span className="sr-only">
        {m.review_average_label({ average: shown })}, {m.review_count({ count })}
      </span>
    </>
  )
}
