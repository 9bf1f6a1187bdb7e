import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { ProductTile } from '../product/product-tile.tsx'

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
        {products.map((product, index) => (
          <ProductTile key={product.id} product={product} eager={index < 1} />
        ))}
      </Grid>
    </section>
  )
}
