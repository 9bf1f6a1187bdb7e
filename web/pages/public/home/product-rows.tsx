import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { Grid, WHOLE_ROW_CLASSES } from '#web/ui/catalog/grid.tsx'
import { cx } from '#web/ui/cx.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CallToAction } from './hero.tsx'

/** The number of products in a row on large screens. */
const ROW_LENGTH = 4

/** Shows the best-selling products of the home page. */
export function FeaturedProducts({ products }: { products: PublicProduct[] }) {
  return (
    <ProductRow id="featured" title={m.home_featured()} to="/explore?sort=best_selling">
      <Grid className={WHOLE_ROW_CLASSES}>
        {products.map(product => (
          <ProductTile key={product.id} product={product} byline />
        ))}
      </Grid>
    </ProductRow>
  )
}

/** Shows the newest products of the home page. `products` is null if they could not be loaded. */
export function NewestProducts({ products }: { products: PublicProduct[] | null }) {
  return (
    <ProductRow
      id="newest"
      title={m.home_newest()}
      to={products && products.length > 0 ? paths.explore() : undefined}
    >
      <NewestGrid products={products} />
    </ProductRow>
  )
}

function ProductRow({
  id,
  title,
  to,
  children,
}: {
  id: string
  title: string
  /** The path of the complete list; undefined for no link. */
  to: string | undefined
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="wrap pt-2 pb-16 lg:pb-20">
      <div className="mb-7 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {to && (
          <Link to={to} className="link inline-flex min-h-11 items-center">
            {m.see_all()}
            <span className="sr-only">: {title}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

function NewestGrid({ products }: { products: PublicProduct[] | null }) {
  if (products === null) return <Banner tone="bad">{m.home_newest_failed()}</Banner>
  if (products.length === 0)
    return (
      <EmptyState
        art="emptyRack"
        heading="h3"
        title={m.home_newest_empty()}
        action={<CallToAction />}
      >
        {m.home_newest_empty_text()}
      </EmptyState>
    )
  return (
    // Phones show only the first four cards. A link above the row leads to the complete list.
    <Grid className={cx('max-sm:[&>li:nth-child(n+5)]:hidden', WHOLE_ROW_CLASSES)}>
      {products.map(product => (
        <ProductTile key={product.id} product={product} byline />
      ))}
      {products.length < ROW_LENGTH && <SellInvitation />}
    </Grid>
  )
}

const linkClasses = 'link mt-1 inline-flex min-h-11 items-center self-start'

/** Fills an incomplete row of a small marketplace with an invitation to sell. */
function SellInvitation() {
  return (
    <div className="flex min-w-0 flex-col">
      <div className="relative grid aspect-[4/5] place-items-center rounded-cover border-2 border-dashed border-edge/60 p-4 text-center">
        <p className="font-display text-[clamp(1.1rem,2vw,1.5rem)] leading-tight font-bold tracking-[-0.02em] text-balance">
          {m.home_free_place()}
        </p>
      </div>
      <p className="mt-3.5 text-small text-soft">{m.home_newest_empty_text()}</p>
      <Link to={paths.register()} className={cx(linkClasses, 'guest-only')}>
        {m.home_start()}
      </Link>
      <Link to={paths.dashboard()} className={cx(linkClasses, 'member-only')}>
        {m.home_go_dashboard()}
      </Link>
    </div>
  )
}
