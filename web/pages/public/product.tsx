import { lazy, Suspense, use } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { getPublicProduct, type PublicProduct } from '#contract/catalog/products.ts'
import { listRelatedProducts } from '#contract/catalog/search.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { Nonce } from '#web/nonce.ts'
import { pageContext } from '#web/page-context.ts'
import { idOf } from '#web/shared/parse-id.ts'
import { later } from '#web/ui/hydrate-on-interaction.tsx'
import type { Route } from './+types/product'
import { BuyBox } from './product/buy-box.tsx'
import { CoverStage } from './product/cover-panel.tsx'
import { Description } from './product/description.tsx'
import type { ProductError } from './product/product-error.tsx'
import { Title } from './product/product-heading.tsx'
import { ReportLink } from './product/report/report-link.tsx'
import { productTags } from './product/seo/product-meta.ts'
import { structuredData } from './product/seo/structured-data.ts'
import { useViewCount } from './product/use-view-count.ts'

const ProductErrorPage = lazy(() => import('./product/product-error.tsx'))
const MoreProducts = later(() =>
  import('./product/more-products.tsx').then(module => module.MoreProducts),
)

const Previews = later(() =>
  import('./product/preview-slideshow.tsx').then(module => module.Previews),
)

/** How many products each of the two rows below the product shows. */
const BELOW = 4

/**
 * Loads the product, its seller's links, other products of the seller and related products. The page works without the
 * last three.
 * @throws a response with the reason: 404 for an invalid or unknown id, else the status of the failed call
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, brand, locale, origin } = context.get(pageContext)
  if (idOf(params.id) === undefined) throw problem('id', 404)
  const answer = await call(getPublicProduct, { params: { id: params.id } })
  if (!answer.ok)
    throw answer.status === 404 ? problem('missing', 404) : problem('failed', answer.status || 502)

  const product = answer.body
  const place = { brand, locale, origin }
  const [seller, related] = await Promise.all([
    call(getPublicProfile, { params: { username: product.username } }),
    call(listRelatedProducts, { params: { id: product.id } }),
  ])
  const others = below(seller.ok ? seller.body.products : [], [product])
  return {
    product,
    links: seller.ok ? pickLinks(seller.body) : null,
    others,
    related: below(related.ok ? related.body.products : [], others),
    tags: productTags(product, place),
    structured: structuredData(product, place),
  }
}

const problem = (kind: ProductError, status: number) => data(kind, { status })

function pickLinks({ webpage, twitter, facebook, linkedIn }: Record<LinkName, string | null>) {
  return { webpage, twitter, facebook, linkedIn }
}
type LinkName = 'webpage' | 'twitter' | 'facebook' | 'linkedIn'

/**
 * Returns the first products that are not shown already. Cards show two lines of a description, so the rest is not
 * sent.
 */
function below(products: PublicProduct[], shown: PublicProduct[]): PublicProduct[] {
  return products
    .filter(({ id }) => shown.every(other => other.id !== id))
    .slice(0, BELOW)
    .map(product => ({ ...product, description: product.description.slice(0, 160) }))
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData?.tags ?? []
}

/** The public page of a product. Source: specification, screen behaviour and buy flow. */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, links, others, related, structured } = loaderData
  const nonce = use(Nonce)
  useViewCount(product.id)
  return (
    <>
      <script
        type="application/ld+json"
        nonce={nonce}
        // Browsers hide a nonce from scripts, so the client reads another value than the server wrote.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: structured }}
      />
      <article className="wrap grid gap-x-[74px] gap-y-7 pt-3 pb-16 lg:grid-cols-[minmax(0,1.065fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:pt-6 lg:pb-24">
        <CoverStage product={product} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-7">
          <Title product={product} links={links} />
          <BuyBox key={product.id} product={product} />
          <Description text={product.description} />
          {product.previews.length > 0 && <Previews previews={product.previews} />}
          <ReportLink id={product.id} name={product.name} />
        </div>
      </article>
      <MoreProducts username={product.username} others={others} related={related} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const kind: unknown = isRouteErrorResponse(error) && error.data
  return (
    <Suspense>
      <ProductErrorPage problem={kind === 'id' || kind === 'missing' ? kind : 'failed'} />
    </Suspense>
  )
}
