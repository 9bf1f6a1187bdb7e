import { Link } from 'react-router'
import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { ProductTile } from './product-tile.tsx'

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
          {products.map(product => (
            <ProductTile key={product.id} product={product} />
          ))}
        </Grid>
      </div>
    </section>
  )
}
