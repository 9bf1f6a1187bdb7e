import { Link } from 'react-router'
import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { formatPrice } from '../../i18n/format.ts'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { ProductCard } from '../../ui/catalogue/product-card.tsx'

/** Other covers of the same kiosk. */
export function MoreFromSeller({
  username,
  products,
}: {
  username: string
  products: PublicProduct[]
}) {
  return (
    <section aria-labelledby="more" className="border-t border-line bg-tint/55">
      <div className="wrap py-14">
        <div className="mb-7 flex flex-wrap items-end justify-between gap-3">
          <h2 id="more" className="text-h2">
            {m.product_more({ username: `@${username}` })}
          </h2>
          <Link to={`/profile/${username}`} className="link inline-flex min-h-9 items-center">
            {m.product_more_all()}
          </Link>
        </div>
        <Grid>
          {products.map(product => {
            const to = `/product/${product.id}`
            const price = formatPrice(product.price)
            return (
              <ProductCard
                key={product.id}
                to={to}
                image={product.imageFile}
                name={product.name}
                description={product.description}
                category={product.category.name}
                subcategory={product.subcategory.name}
                dynamic={product.isPriceDynamic}
                price={product.isPriceDynamic ? m.price_from({ price }) : price}
                action={{ to, label: m.buy_card() }}
              />
            )
          })}
        </Grid>
      </div>
    </section>
  )
}
