import type { PublicProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { formatPrice } from '../i18n/format.ts'
import { paths } from '../paths.ts'
import { ProductCard } from '../ui/catalog/product-card.tsx'

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
  const to = paths.product(product.id)
  const price = formatPrice(product.price, product.currency)
  return (
    <ProductCard
      to={to}
      image={product.imageFile}
      name={product.name}
      description={product.description}
      category={product.category.name}
      subcategory={product.subcategory.name}
      byline={byline && m.home_by({ username: `@${product.username}` })}
      isDynamic={product.isPriceDynamic}
      price={product.isPriceDynamic ? m.price_from({ price }) : price}
      action={{ to, label: product.hasAuth ? m.buy_card() : m.buy_card_unavailable() }}
      heading={heading}
      eager={eager}
      sizes={sizes}
    />
  )
}
