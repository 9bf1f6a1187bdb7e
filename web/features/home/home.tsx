import { listPublicProducts } from '#contract/search.ts'
import * as m from '#messages'
import { pageContext } from '../../page-context.ts'
import type { Route } from './+types/home'
import { About } from './about.tsx'
import { Hero } from './hero.tsx'
import { Newest } from './newest.tsx'
import { Steps } from './steps.tsx'
import { Voices } from './voices.tsx'

/** How many of the newest hang on the home page. */
const NEWEST = 8

export async function loader({ context }: Route.LoaderArgs) {
  const { call, brand, locale, origin } = context.get(pageContext)
  const answer = await call(listPublicProducts, { params: { page: 1 }, query: { sort: 'newest' } })
  return {
    products: answer.ok ? answer.body.products.slice(0, NEWEST) : null,
    title: `${brand} · ${m.home_title()}`,
    address: locale === 'en' ? `${origin}/?lang=en` : `${origin}/`,
    origin,
  }
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return []
  const { title, address, origin } = loaderData
  const description = m.home_description()
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { tagName: 'link', rel: 'alternate', hrefLang: 'es', href: `${origin}/` },
    { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: `${origin}/?lang=en` },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
  ]
}

/** Home. Source: specification, what the product does and for whom. */
export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Newest products={loaderData.products} />
      <Steps />
      <Voices />
      <About />
    </>
  )
}
