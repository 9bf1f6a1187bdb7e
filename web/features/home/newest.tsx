import { Link } from 'react-router'
import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CallToAction } from './hero.tsx'
import { ProductTile } from '../product/product-tile.tsx'

/** The latest covers on the rack; null where they could not be fetched. */
export function Newest({ products }: { products: PublicProduct[] | null }) {
  return (
    <section aria-labelledby="newest" className="wrap pt-2 pb-20">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-3">
        <h2 id="newest" className="text-h2">
          {m.home_newest()}
        </h2>
        {products && products.length > 0 && (
          <Link to="/explore" className="link inline-flex min-h-9 items-center">
            {m.see_all()}
          </Link>
        )}
      </div>
      <Shelf products={products} />
    </section>
  )
}

function Shelf({ products }: { products: PublicProduct[] | null }) {
  if (products === null) return <Banner tone="bad">{m.home_newest_failed()}</Banner>
  if (products.length === 0)
    return (
      <EmptyState art="rack" heading="h3" title={m.home_newest_empty()} action={<CallToAction />}>
        {m.home_newest_empty_text()}
      </EmptyState>
    )
  return (
    <Grid>
      {products.map(product => (
        <ProductTile key={product.id} product={product} byline />
      ))}
    </Grid>
  )
}
