import { lazy, Suspense, use } from 'react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { getArchivedProduct } from '#contract/storefront/archived-product.ts'
import type { ProductAddress } from '#contract/products/product-path.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import {
  readPageFacts,
  useQuoteFacts,
  withFacts,
} from '#web/features/orders/checkout/quote-facts.ts'
import { NonceContext } from '#web/nonce.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { isAvailable } from '#web/shared/product-price.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { persistently } from '#web/ui/load-code.ts'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import type { Route } from './+types/product'
import { BuyBox } from './product/buy-box.tsx'
import { renderCouponLink } from './product/coupon-link.server.ts'
import { renderPack } from './product/pack.server.ts'
import type { ProductError } from './product/product-error.tsx'
import { renderProductText } from './product/product-text.server.ts'
import { MoreProducts, ProductView } from './product/product-view.tsx'
import { ReportLink } from './product/report/report-link.tsx'
import { renderSamples } from './product/samples.server.ts'
import { buildProductMeta } from './product/seo/product-meta.ts'
import { buildProductJsonLd } from './product/seo/structured-data.ts'
import { loadSurroundings, rowOf } from './product/surroundings.server.ts'

const ProductErrorPage = lazy(persistently(() => import('./product/product-error.tsx')))

const BuyBar = lazyWhenIdle(() => import('./product/buy-bar.tsx').then(module => module.BuyBar))

/**
 * Loads the product, the seller's links, other products of the seller, related products and reviews. If one of the last
 * four fails, the page is shown without it.
 * @throws a response: 301 to the current address for another slug, 404 for an invalid or unknown id, 410 for an
 * archived product, else with the status of the failed call
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, brand, locale, origin, allowVideoPlayers } = context.get(pageContext)
  if (parseId(params.id) === undefined) throw errorResponse('id', 404)
  const result = await call(getPublicProduct, { params: { id: params.id } })
  if (!result.ok) {
    if (result.status !== 404) throw errorResponse('failed', result.status || 502)
    const archived = await call(getArchivedProduct, { params: { id: params.id } })
    if (!archived.ok) throw errorResponse('missing', 404)
    requireCurrentAddress(url, archived.body)
    const products = rowOf(archived.body.products, [])
    throw errorResponse({ ...archived.body, products }, 410)
  }

  const product = result.body
  requireCurrentAddress(url, product)
  if (product.videoUrl !== null) allowVideoPlayers()
  return {
    // The texts are sent as HTML only.
    product: { ...product, about: '', points: [] },
    text:
      renderPack(product, locale) +
      renderProductText(product, locale) +
      renderSamples(product.fileList, locale),
    couponLink: renderCouponLink(product, locale),
    ...(await loadSurroundings(call, product)),
    page: { brand, locale, origin },
  }
}

/** @throws a redirect to the current address of a product, unless it was requested; with the query */
function requireCurrentAddress({ pathname, search }: URL, product: ProductAddress): void {
  const currentPath = paths.product(product)
  if (pathname !== currentPath) throw redirect(currentPath + search, 301)
}

const errorResponse = (kind: ProductError, status: number) => data(kind, { status })

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? buildProductMeta(loaderData.product, loaderData.page) : []
}

/** The public page of a product. Source: specification, screen behaviour and buy flow. */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, text, couponLink, links, seller, others, related, reviews, page } = loaderData
  const nonce = use(NonceContext)
  const { withdrawal } = useSiteSettings()
  const { facts, setFacts } = useQuoteFacts(product, readPageFacts([product], product.bump))
  return (
    <>
      <script
        key={product.id}
        type="application/ld+json"
        nonce={nonce}
        // Browsers hide a nonce from scripts, so the attribute differs between the server's HTML and the browser. So
        // does the content: search engines read the server's HTML, and the scripts of the browser leave it out.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR
            ? buildProductJsonLd(product, { ...page, withdrawal }, reviews?.reviews)
            : '',
        }}
      />
      <ProductView
        product={product}
        html={text}
        links={links}
        seller={seller}
        reviews={reviews}
        origin={page.origin}
        buyBox={
          <BuyBox
            key={product.id}
            product={product}
            couponLink={couponLink}
            facts={facts}
            onNewFacts={setFacts}
          />
        }
        end={<ReportLink id={product.id} name={product.name} />}
      />
      {isAvailable(product) && <BuyBar key={product.id} product={withFacts(product, facts)} />}
      <MoreProducts username={product.username} others={others} related={related} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Suspense>
      <ProductErrorPage problem={isRouteErrorResponse(error) && error.data} />
    </Suspense>
  )
}
