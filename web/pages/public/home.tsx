import { listTestimonials } from '#contract/admin/testimonials.ts'
import { listCategories } from '#contract/products/categories.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import * as m from '#messages'
import { describeMethodKinds } from '#web/features/orders/checkout/describe-methods.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { HydrateWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import type { Route } from './+types/home'
import { AboutSection } from './home/about.tsx'
import { CategoryLinks } from './home/category-links.tsx'
import { HeroSection } from './home/hero.tsx'
import { FeaturedProducts, NewestProducts } from './home/product-rows.tsx'
import { StepsSection } from './home/steps.tsx'
import { Testimonials } from './home/testimonials.tsx'

/** The number of products in each row of the home page. */
const NEWEST_COUNT = 8
const FEATURED_COUNT = 4

export async function loader({ context }: Route.LoaderArgs) {
  const { call, brand, locale, origin, currency } = context.get(pageContext)
  const list = (sort: 'newest' | 'best_selling') =>
    call(listPublicProducts, { params: { page: 1 }, query: { sort, buyable: 'true' } })
  const [newest, bestSelling, categories, testimonials] = await Promise.all([
    list('newest'),
    list('best_selling'),
    call(listCategories, {}),
    call(listTestimonials, {}),
  ])
  // A marketplace with few products shows one row only, because a second one would hold the same products.
  const hasManyProducts = newest.ok && newest.body.total >= NEWEST_COUNT
  const featured =
    bestSelling.ok && hasManyProducts ? bestSelling.body.products.slice(0, FEATURED_COUNT) : []
  return {
    featured: featured.map(toCardProduct),
    products: newest.ok
      ? newest.body.products
          .filter(({ id }) => featured.every(product => product.id !== id))
          .slice(0, NEWEST_COUNT)
          .map(toCardProduct)
      : null,
    categories: categories.ok ? categories.body.categories : [],
    testimonials: testimonials.ok ? testimonials.body.testimonials : [],
    methods: describeMethodKinds(currency),
    title: `${brand} · ${m.home_title()}`,
    url: origin + paths.home({ lang: locale === 'en' ? 'en' : undefined }),
    origin,
  }
}

/** Returns a product with a shortened description, because a card shows only two lines of it. */
const toCardProduct = (product: PublicProduct) => ({
  ...product,
  description: product.description.slice(0, 160),
})

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return []
  const { title, url, origin } = loaderData
  const description = m.home_description()
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { tagName: 'link', rel: 'alternate', hrefLang: 'es', href: origin + paths.home() },
    {
      tagName: 'link',
      rel: 'alternate',
      hrefLang: 'en',
      href: origin + paths.home({ lang: 'en' }),
    },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
  ]
}

/** The home page. Source: specification, what the product does and for whom. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrateWhenIdle>
      <HeroSection />
      {loaderData.categories.length > 0 && <CategoryLinks categories={loaderData.categories} />}
      {loaderData.featured.length > 0 && <FeaturedProducts products={loaderData.featured} />}
      <NewestProducts products={loaderData.products} />
      <StepsSection />
      {loaderData.testimonials.length > 0 && (
        <Testimonials testimonials={loaderData.testimonials} />
      )}
      <AboutSection methods={loaderData.methods} />
    </HydrateWhenIdle>
  )
}
