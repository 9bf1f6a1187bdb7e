import { useEffect } from 'react'
import { data, isRouteErrorResponse, Link } from 'react-router'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  buildPaymentLinkPath,
  parsePaymentLinkIds,
  parsePaymentLinkQuery,
} from '#contract/orders/payment-link.ts'
import * as m from '#messages'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import type { Route } from './+types/payment-link'
import { CartNote } from './payment-link/cart-note.tsx'
import { LinkError, type LinkProblem } from './payment-link/link-error.tsx'
import { buildLinkMeta } from './payment-link/link-meta.ts'
import { LinkOrder } from './payment-link/link-order.tsx'
import type { LinkProduct } from './payment-link/link-products.ts'

/**
 * Loads the products of a payment link. Nothing changes on the server, and the cart of the visitor stays as it is.
 * @throws a response: 404 if the address names no products or none of them is offered, 400 if it names too many, else
 * with the status of the failed call
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, brand, locale, origin } = context.get(pageContext)
  const ids = parsePaymentLinkIds(params.ids)
  if (ids === undefined) throw problem('address', 404)
  if (ids.length > LIMITS.cartItems) throw problem('many', 400)
  const results = await Promise.all(ids.map(id => call(getPublicProduct, { params: { id } })))
  const products = results.flatMap(result => (result.ok ? [result.body] : []))
  const failed = results.find(({ ok, status }) => !ok && status !== 404)
  if (failed) throw problem('failed', failed.status || 502)
  if (products.length === 0) throw problem(ids.length === 1 ? 'missing' : 'allMissing', 404)
  return {
    products: products.map((product): LinkProduct => ({ ...product, about: '', points: [] })),
    missingCount: ids.length - products.length,
    ...parsePaymentLinkQuery(url.searchParams),
    page: { brand, locale, origin },
  }
}

const problem = (kind: LinkProblem, status: number) => data(kind, { status })

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? buildLinkMeta(loaderData.products, loaderData.page) : []
}

/** The page of a payment link: its products and the form that buys them. The cart has no part in it. */
export default function PaymentLinkPage({ loaderData, params }: Route.ComponentProps) {
  const { products, missingCount, price, couponCode, entry } = loaderData
  // The link counts for what is bought after a reload, or on another day.
  useEffect(() => void import('#web/shared/touches.ts'), [])
  const sellers = [...new Set(products.map(({ username }) => username))]
  return (
    <div className="wrap pt-4 pb-20 lg:pt-8">
      <h1 className="text-title">{m.checkout_title()}</h1>
      {sellers.length === 1 && sellers[0] !== undefined && (
        <p className="mt-3 min-h-7 text-lead text-soft">
          {m.checkout_from()}{' '}
          <Link to={paths.profile(sellers[0])} className="link">
            @{sellers[0]}
          </Link>
        </p>
      )}
      {sellers.length === 1 ? (
        <>
          <CartNote products={products} />
          <LinkOrder
            key={params.ids}
            products={products}
            missingCount={missingCount}
            price={price}
            couponCode={couponCode}
            entry={entry}
          />
        </>
      ) : (
        <SellerChoice sellers={sellers} products={products} />
      )}
    </div>
  )
}

/** Says that a payment goes to one seller, and offers a link for the products of each. */
function SellerChoice({
  sellers,
  products,
}: {
  sellers: readonly string[]
  products: readonly LinkProduct[]
}) {
  return (
    <div className="mt-6 grid max-w-3xl gap-5">
      <Banner tone="warn" title={m.link_sellers_title()}>
        {m.link_sellers_text()}
      </Banner>
      <ul className="grid gap-4">
        {sellers.map(seller => {
          const own = products.filter(({ username }) => username === seller)
          return (
            <li
              key={seller}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border border-line bg-card p-5"
            >
              <div className="min-w-0">
                <p className="font-[650]">@{seller}</p>
                <p className="text-small break-words text-soft">
                  {own.map(({ name }) => name).join(', ')}
                </p>
              </div>
              <LinkButton to={buildPaymentLinkPath({ ids: own.map(({ id }) => id) })}>
                {m.link_sellers_buy({ seller: `@${seller}` })}
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LinkError problem={isRouteErrorResponse(error) && error.data} />
}
