import type { PublicProduct } from '#contract/catalog.ts'
import * as m from '#messages'
import { LinkButton } from '../../ui/actions/button.tsx'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProductTile } from '../product/product-tile.tsx'

/** On the first screen of a desk. */
const EAGER = 4

/** A page of covers, or why there is none. */
export function Rack({ products, filtered }: { products: PublicProduct[]; filtered: boolean }) {
  if (products.length === 0)
    return filtered ? (
      <EmptyState
        art="rack"
        title={m.explore_none()}
        action={<LinkButton to="/explore">{m.explore_clear()}</LinkButton>}
      >
        {m.explore_none_text()}
      </EmptyState>
    ) : (
      <EmptyState
        art="rack"
        title={m.explore_empty()}
        action={<LinkButton to="/register">{m.nav_register()}</LinkButton>}
      />
    )
  return (
    <Grid>
      {products.map((product, index) => (
        <ProductTile key={product.id} product={product} byline heading="h2" eager={index < EAGER} />
      ))}
    </Grid>
  )
}
