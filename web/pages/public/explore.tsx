import { listCategoryTree } from '#contract/products/categories.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import {
  buildExplorePath,
  type ExploreFilters,
  LAST_PAGE_NUMBER,
  parseExploreFilters,
  toListQuery,
} from '#web/features/storefront/explore-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { pageContext } from '#web/page-context.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { ProductTile } from '#web/shared/product-tile.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { Pagination } from '#web/ui/data/pagination.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { HydrateWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import type { Route } from './+types/explore'
import { CategoryFilter } from './explore/category-filter.tsx'
import { NoResults } from './explore/no-results.tsx'
import { SearchBar } from './explore/search-bar.tsx'

/** The number of best sellers that are suggested if a search finds nothing. */
const SUGGESTION_COUNT = 4

/**
 * The number of covers that the browser loads eagerly: those on the first screen of a phone. On a desktop the other
 * covers of the row are so near that the browser fetches them too.
 */
const EAGER_COVERS = 2

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, locale, origin } = context.get(pageContext)
  const filters = parseExploreFilters(new URL(request.url).searchParams)
  const [list, categoryTree] = await Promise.all([
    call(listPublicProducts, { params: { page: filters.page }, query: toListQuery(filters) }),
    call(listCategoryTree, {}),
  ])
  const isEmpty = list.ok && list.body.products.length === 0
  const bestSelling =
    isEmpty &&
    (await call(listPublicProducts, {
      params: { page: 1 },
      query: { sort: 'best_selling', buyable: 'true' },
    }))
  const urlIn = (language: 'es' | 'en') => {
    const url = origin + buildExplorePath(filters)
    return language === 'es' ? url : `${url}${url.includes('?') ? '&' : '?'}lang=en`
  }
  return {
    filters,
    list: list.ok ? list.body : null,
    /** If nothing is found, best sellers are suggested. */
    suggestions:
      bestSelling && bestSelling.ok ? bestSelling.body.products.slice(0, SUGGESTION_COUNT) : [],
    categories: categoryTree.ok ? categoryTree.body.categories : [],
    urls: { own: urlIn(locale), es: urlIn('es'), en: urlIn('en') },
  }
}

export const meta: Route.MetaFunction = args => {
  const { loaderData } = args
  if (!loaderData) return []
  const { filters, categories, urls } = loaderData
  const name = categories.find(({ id }) => id === filters.category)?.name
  return [
    // `hidden` keeps search engines from indexing search results.
    ...buildPageTitle(args, name ?? m.explore_title(), { hidden: filters.q !== undefined }),
    { name: 'description', content: m.explore_description() },
    { tagName: 'link', rel: 'canonical', href: urls.own },
    { tagName: 'link', rel: 'alternate', hrefLang: 'es', href: urls.es },
    { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: urls.en },
  ]
}

/**
 * Returns the text with the number of results. For some filters the server counts only up
 * to a limit.
 */
function countText(
  { q, free, minPrice, maxPrice, aiUse, minRating }: ExploreFilters,
  total: number,
): string {
  const shown = formatNumber(total)
  const isLimited =
    total >= LIMITS.maxMatches &&
    (q || free || aiUse || minRating || minPrice !== undefined || maxPrice !== undefined)
  return isLimited
    ? m.explore_count_over({ count: shown })
    : m.explore_count({ count: total, shown })
}

/**
 * The explore page, which lists products by category, search words and sort order. All filters are in the query of the
 * URL.
 */
export default function ExplorePage({ loaderData }: Route.ComponentProps) {
  const { filters, list, suggestions, categories } = loaderData
  return (
    <HydrateWhenIdle>
      <div className="wrap pt-4 pb-20 lg:pt-8">
        <h1 className="text-title">{m.explore_headline()}</h1>
        <SearchBar key={buildExplorePath(filters)} filters={filters} />
        <CategoryFilter categories={categories} filters={filters} />
        {list ? (
          <>
            <p className="mt-8 mb-5 text-small text-soft" aria-live="polite">
              {list.total > 0 && countText(filters, list.total)}
            </p>
            {list.correctedTo && (
              <Banner tone="info" className="mb-6">
                {m.explore_corrected({ words: list.correctedTo })}
              </Banner>
            )}
            {list.products.length > 0 ? (
              <ProductGrid products={list.products} />
            ) : (
              <NoResults filters={filters} suggestions={suggestions} />
            )}
            <div className="mt-12">
              <Pagination
                page={list.page}
                pages={Math.min(Math.ceil(list.total / list.pageSize), LAST_PAGE_NUMBER)}
                hrefFor={page => buildExplorePath({ ...filters, page })}
                labels={{
                  nav: m.pages(),
                  previous: m.previous(),
                  next: m.next(),
                  page: page => m.page_number({ page }),
                }}
              />
            </div>
          </>
        ) : (
          <Banner tone="bad" className="mt-8">
            {m.explore_failed()}
          </Banner>
        )}
      </div>
    </HydrateWhenIdle>
  )
}

function ProductGrid({ products }: { products: PublicProduct[] }) {
  return (
    <Grid>
      {products.map((product, index) => (
        <ProductTile
          key={product.id}
          product={product}
          byline
          heading="h2"
          eager={index < EAGER_COVERS}
        />
      ))}
    </Grid>
  )
}
