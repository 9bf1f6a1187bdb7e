import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { buildExplorePath, type ExploreFilters } from '#web/features/storefront/explore-filters.ts'
import { paths } from '#web/paths.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Grid, WHOLE_ROW_CLASSES } from '#web/ui/catalog/grid.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** Says that nothing was found, offers to remove the filters, and suggests best sellers. */
export function NoResults({
  filters,
  suggestions,
}: {
  filters: ExploreFilters
  suggestions: PublicProduct[]
}) {
  if (buildExplorePath(filters) === paths.explore())
    return (
      <EmptyState
        art="emptyRack"
        title={m.explore_empty()}
        action={<LinkButton to={paths.register()}>{m.nav_register()}</LinkButton>}
      />
    )
  const { q } = filters
  const pathWithoutFilters = q && buildExplorePath({ q, page: 1 })
  return (
    <>
      <EmptyState
        art="emptyRack"
        title={q ? m.explore_none_for({ words: q }) : m.explore_none()}
        action={
          <>
            {pathWithoutFilters && pathWithoutFilters !== buildExplorePath(filters) && (
              <LinkButton to={pathWithoutFilters}>{m.explore_anywhere()}</LinkButton>
            )}
            <LinkButton to={paths.explore()} kind="ghost">
              {m.explore_clear()}
            </LinkButton>
          </>
        }
      >
        {m.explore_none_text()}
      </EmptyState>
      {suggestions.length > 0 && (
        <section aria-labelledby="instead" className="pt-8">
          <h2 id="instead" className="mb-7 text-h2">
            {m.explore_instead()}
          </h2>
          <Grid className={WHOLE_ROW_CLASSES}>
            {suggestions.map(product => (
              <ProductTile key={product.id} product={product} byline />
            ))}
          </Grid>
        </section>
      )}
    </>
  )
}
