import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { formatPrice } from '../../i18n/format.ts'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { ProductCard } from '../../ui/catalogue/product-card.tsx'

/** What hangs in a kiosk: one, two, three side by side. */
export function Shelf({ products }: { products: PublicProduct[] }) {
  return (
    <section aria-labelledby="shelf" className="pt-12">
      <h2 id="shelf" className="mb-7 flex items-baseline gap-3 text-h2">
        {m.public_profile_shelf()}
        <span className="figures font-sans text-base font-normal tracking-normal text-soft">
          {products.length}
        </span>
      </h2>
      <Grid kind="shelf">
        {products.map((product, index) => {
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
              eager={index < 1}
            />
          )
        })}
      </Grid>
    </section>
  )
}
