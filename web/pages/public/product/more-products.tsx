import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { Grid, WHOLE_ROW_CLASSES } from '#web/ui/catalog/grid.tsx'

/** Shows a row of other products of the seller and a row of related products. A row without products is omitted. */
export function MoreProducts({
  username,
  others,
  related,
}: {
  username: string
  others: PublicProduct[]
  related: PublicProduct[]
}) {
  if (others.length === 0 && related.length === 0) return null
  return (
    <div className="border-t border-line bg-tint/55">
      <div className="wrap grid gap-14 py-14 lg:gap-16 lg:py-16">
        {others.length > 0 && (
          <ProductRow
            id="more"
            title={m.product_more({ username: `@${username}` })}
            link={
              <Link to={paths.profile(username)} className="link inline-flex min-h-11 items-center">
                {m.product_more_all()}
              </Link>
            }
            products={others}
          />
        )}
        {related.length > 0 && (
          <ProductRow id="related" title={m.product_related()} byline products={related} />
        )}
      </div>
    </div>
  )
}

function ProductRow({
  id,
  title,
  link,
  byline = false,
  products,
}: {
  id: string
  title: string
  link?: ReactNode
  byline?: boolean
  products: PublicProduct[]
}) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-7 flex flex-wrap items-end justify-between gap-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {link}
      </div>
      <Grid className={WHOLE_ROW_CLASSES}>
        {products.map(product => (
          <ProductTile key={product.id} product={product} byline={byline} />
        ))}
      </Grid>
    </section>
  )
}
