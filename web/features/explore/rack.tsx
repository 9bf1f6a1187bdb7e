import type { PublicProduct } from '#contract/catalog/products.ts'
import { Grid } from '../../ui/catalogue/grid.tsx'
import { ProductTile } from '../product/product-tile.tsx'

/** On the first screen of a phone; on a desk the others of the row are near enough to be fetched as well. */
const EAGER = 2

/** A page of covers. */
export function Rack({ products }: { products: PublicProduct[] }) {
  return (
    <Grid>
      {products.map((product, index) => (
        <ProductTile key={product.id} product={product} byline heading="h2" eager={index < EAGER} />
      ))}
    </Grid>
  )
}
