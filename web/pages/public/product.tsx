import { lazy, Suspense, use } from 'react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { getArchivedProduct } from '#contract/storefront/archived-product.ts'
import type { ProductAddress } from '#contract/products/product-path.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import { listRelatedProducts } from '#contract/storefront/search.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { listProductReviews } from '#contract/product-reviews/reviews.ts'
import { useChangedPrices, withChangedPrice } from '#web/features/orders/checkout/changed-prices.ts'
import { NonceContext } from '#web/nonce.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { isAvailable } from '#web/shared/product-price.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { parseId } from '#web/shared/parse-id.ts'
import type { SellerLinks } from '#web/shared/contact/social-links.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import type { Route } from './+types/product'
import { BuyBox } from './product/buy-box.tsx'
import { ProductGallery } from './product/gallery.tsx'
import { renderCouponLink } from './product/coupon-link.server.ts'
import { renderPack } from './product/pack.server.ts'
import type { ProductError } from './product/product-error.tsx'
import { ProductHeading } from './product/product-heading.tsx'
import { renderProductText } from './product/product-text.server.ts'
import { ReportLink } from './product/report/report-link.tsx'
import { renderSamples } from './product/samples.server.ts'
import type { Seller } from './product/seller-card.tsx'
import { buildProductMeta } from './product/seo/product-meta.ts'
import { buildProductJsonLd } from './product/seo/structured-data.ts'

const ProductErrorPage = lazy(persistently(() => import('./product/product-error.tsx')))

const FileList = lazyWhenIdle(() =>
  import('./product/file-list.tsx').then(module => module.FileList),
)

/** The server has rendered the text, so its script can wait. */
const ProductDescription = lazyWhenIdle(() =>
  import('./product/description.tsx').then(module => module.ProductDescription),
)

const MoreProducts = lazyWhenIdle(() =>
  import('./product/more-products.tsx').then(module => module.MoreProducts),
)

const ProductReviews = lazyWhenIdle(() =>
  import('./product/product-reviews.tsx').then(module => module.ProductReviews),
)

/** Its links work without JavaScript, so its script can wait. */
const SellerCard = lazyWhenIdle(() =>
  import('./product/seller-card.tsx').then(module => module.SellerCard),
)

const BuyBar = lazyWhenIdle(() => import('./product/buy-bar.tsx').then(module => module.BuyBar))

/** The number of products in each of the two rows below the product. */
const ROW_LENGTH = 4

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
  const [seller, related, reviews] = await Promise.all([
    call(getPublicProfile, { params: { username: product.username } }),
    call(listRelatedProducts, { params: { id: product.id } }),
    product.rating
      ? call(listProductReviews, { params: { id: product.id }, query: {} })
      : undefined,
  ])
  const others = rowOf(seller.ok ? seller.body.products : [], [product])
  return {
    // The texts are sent as HTML only.
    product: { ...product, about: '', points: [] },
    text:
      renderPack(product, locale) +
      renderProductText(product, locale) +
      renderSamples(product.fileList, locale),
    couponLink: renderCouponLink(product, locale),
    links: seller.ok ? pickLinks(seller.body) : null,
    seller: seller.ok ? pickSeller(seller.body) : null,
    others,
    reviews: reviews?.ok ? reviews.body : null,
    related: rowOf(related.ok ? related.body.products : [], others),
    page: { brand, locale, origin },
  }
}

/** @throws a redirect to the current address of a product, unless it was requested; with the query */
function requireCurrentAddress({ pathname, search }: URL, product: ProductAddress): void {
  const currentPath = paths.product(product)
  if (pathname !== currentPath) throw redirect(currentPath + search, 301)
}

const errorResponse = (kind: ProductError, status: number) => data(kind, { status })

const pickLinks = ({
  webpage,
  contactEmail,
  whatsapp,
  instagram,
  tiktok,
  youtube,
  twitter,
  facebook,
  linkedIn,
}: SellerLinks): SellerLinks => ({
  webpage,
  contactEmail,
  whatsapp,
  instagram,
  tiktok,
  youtube,
  twitter,
  facebook,
  linkedIn,
})

const pickSeller = ({
  username,
  displayName,
  bio,
  profilePictureUrl,
  memberSince,
  salesCount,
}: Seller): Seller => ({ username, displayName, bio, profilePictureUrl, memberSince, salesCount })

/**
 * Returns the first products that the page does not show already. The descriptions are shortened, because a card shows
 * only two lines.
 */
function rowOf(products: PublicProduct[], shownProducts: PublicProduct[]): PublicProduct[] {
  return products
    .filter(({ id }) => shownProducts.every(other => other.id !== id))
    .slice(0, ROW_LENGTH)
    .map(product => ({ ...product, description: product.description.slice(0, 160) }))
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? buildProductMeta(loaderData.product, loaderData.page) : []
}

/** The public page of a product. Source: specification, screen behaviour and buy flow. */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, text, couponLink, links, seller, others, related, reviews, page } = loaderData
  const nonce = use(NonceContext)
  const { withdrawal } = useSiteSettings()
  const { changedPrices, setChangedPrices } = useChangedPrices(product)
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
      <article className="wrap grid gap-x-[74px] gap-y-8 pt-3 pb-16 lg:grid-cols-[minmax(0,1.065fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:pt-6 lg:pb-24">
        <ProductGallery product={product} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-6 lg:row-span-2">
          <ProductHeading product={product} links={links} origin={page.origin} />
          <div className="grid grid-cols-1 gap-5 lg:sticky lg:top-5">
            <BuyBox
              key={product.id}
              product={product}
              couponLink={couponLink}
              changedPrices={changedPrices}
              onPricesChanged={setChangedPrices}
            />
            {seller && <SellerCard seller={seller} />}
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          <ProductDescription key={product.id} product={product} html={text} />
          {product.fileList.length > 1 && <FileList files={product.fileList} />}
          {reviews && <ProductReviews key={product.id} product={product} firstPage={reviews} />}
          <ReportLink id={product.id} name={product.name} />
        </div>
      </article>
      {isAvailable(product) && (
        <BuyBar key={product.id} product={withChangedPrice(product, changedPrices)} />
      )}
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
