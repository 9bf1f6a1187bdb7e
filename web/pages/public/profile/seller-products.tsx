import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { THREE_COLUMN_COVER_SIZES } from '#web/ui/catalog/grid.tsx'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import { KioskSections } from './kiosk-sections.tsx'

const LoadMoreProducts = lazyWhenIdle(() =>
  import('./load-more-products.tsx').then(module => module.LoadMoreProducts),
)

/** Lists the seller's products in up to three columns: first 24, then further ones on demand. */
export function SellerProducts({
  username,
  products,
  total,
}: {
  username: string
  products: PublicProduct[]
  total: number
}) {
  return (
    <section aria-labelledby="shelf" className="pt-12">
      <h2 id="shelf" className="mb-7 flex items-baseline gap-3 text-h2">
        {m.public_profile_shelf()}
        <span className="figures font-sans text-base font-normal tracking-normal text-soft">
          {formatNumber(total)}
        </span>
      </h2>
      <KioskSections products={products}>
        {(product, index) => (
          <ProductTile
            key={product.id}
            product={product}
            eager={index < 1}
            sizes={THREE_COLUMN_COVER_SIZES}
          />
        )}
      </KioskSections>
      {total > products.length && (
        <LoadMoreProducts username={username} initial={products} total={total} />
      )}
    </section>
  )
}
