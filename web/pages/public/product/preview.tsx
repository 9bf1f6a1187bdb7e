import { data, isRouteErrorResponse, Link } from 'react-router'
import type { ProductProblem } from '#contract/products/working-copy.ts'
import { type ProductPreview, getProductPreview } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { PART_NAMES, sortNames } from '#web/features/products/form/part-names.ts'
import { getDraftPath } from '#web/features/products/working-copies/draft-path.ts'
import { pageContext } from '#web/page-context.ts'
import { readPageFacts } from '#web/features/orders/checkout/quote-facts.ts'
import { paths } from '#web/paths.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import type { Route } from './+types/preview'
import { BuyBoxFrame, BuyOptions } from './buy-box.tsx'
import { renderCouponLink } from './coupon-link.server.ts'
import { renderPreviewText } from './preview-text.server.ts'
import { MoreProducts, ProductView } from './product-view.tsx'
import { loadSurroundings } from './surroundings.server.ts'

/**
 * Loads a product as its page would show it if it was published now, for its seller only.
 * @throws a response: a redirect for visitors, 404 for an invalid id and for what the user does not own, else with the
 * status of the failed call
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  requireAccess(context, 'dashboard', url)
  const { call, locale, origin, allowVideoPlayers } = context.get(pageContext)
  if (parseId(params.id) === undefined) throw data('missing', { status: 404 })
  const result = await call(getProductPreview, { params: { id: params.id } })
  if (!result.ok) throw data(null, { status: result.status || 502 })
  const product = withPlaceholders(result.body, locale)
  if (product.videoUrl !== null) allowVideoPlayers()
  return {
    // Not under the name of a product, since the bar of owners leads to the public page's actions.
    preview: { ...product, about: '', points: [] },
    html: renderPreviewText(product, locale),
    couponLink: renderCouponLink(product, locale),
    origin,
    ...(await loadSurroundings(call, product)),
  }
}

/** Says in the place of a missing name what is missing. */
function withPlaceholders(product: ProductPreview, locale: Locale): ProductPreview {
  const { name, category, subcategory } = product
  return {
    ...product,
    name: name || m.draft_nameless({}, { locale }),
    category: { ...category, name: category.name || m.page_preview_no_category({}, { locale }) },
    subcategory: {
      ...subcategory,
      name: subcategory.name || (category.name && m.page_preview_no_subcategory({}, { locale })),
    },
  }
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.page_preview_title({ name: args.loaderData?.preview.name ?? '' }), {
    hidden: true,
  })

/** The page of a product as buyers will see it, which its seller opens before publishing it. Nothing is sold here. */
export default function ProductPreviewPage({ loaderData }: Route.ComponentProps) {
  const { preview: product, html, couponLink, links, seller, others, related, reviews } = loaderData
  const lacks = (problem: ProductProblem) => product.problems.includes(problem)
  const editPath = product.isDraft ? getDraftPath(product.id) : paths.editProduct(product.id)
  return (
    <>
      <PreviewBar product={product} editPath={editPath} />
      <ProductView
        product={product}
        html={html}
        links={links}
        seller={seller}
        reviews={reviews}
        origin={loaderData.origin}
        isPreview
        buyBox={
          lacks('price') ? (
            <Card panel className="grid gap-3 max-sm:px-5">
              <p className="font-display text-[1.4rem] font-[700] text-soft">
                {m.page_preview_no_price()}
              </p>
              <PreviewNote editPath={editPath} />
            </Card>
          ) : (
            <BuyBoxFrame product={product}>
              <PreviewNote editPath={editPath} />
              {/* What is inert takes neither a press nor the focus, so nothing is sent. */}
              <div inert className="grid gap-5">
                <BuyOptions
                  product={product}
                  couponLink={couponLink}
                  facts={readPageFacts([product], product.bump)}
                  onNewFacts={() => undefined}
                />
              </div>
            </BuyBoxFrame>
          )
        }
        coverNote={
          lacks('image_file') && (
            <p className="absolute inset-x-0 bottom-3 text-center text-small text-soft">
              {m.page_preview_no_cover()}
            </p>
          )
        }
        end={
          product.fileList.length === 0 &&
          lacks('product_file') && (
            <section aria-labelledby="files">
              <h2 id="files" className="text-[1.3rem]">
                {m.product_files_title()}
              </h2>
              <p className="mt-3 text-soft">{m.page_preview_no_files()}</p>
            </section>
          )
        }
      />
      <MoreProducts username={product.username} others={others} related={related} />
    </>
  )
}

/** Says what the page is and what keeps the product from being published, and leads back. It stays on phones. */
function PreviewBar({ product, editPath }: { product: ProductPreview; editPath: string }) {
  const { isDraft, isPublished, problems } = product
  return (
    <>
      <div className="top-0 z-20 border-y border-line bg-jade-tint max-lg:sticky">
        <div className="wrap flex items-center gap-3 text-small">
          <Eye aria-hidden size={18} className="shrink-0 text-jade" />
          <p className="min-w-0 flex-1 py-2.5 font-semibold">
            {isDraft
              ? m.page_preview_draft()
              : isPublished
                ? m.page_preview_published()
                : m.page_preview_changes()}
          </p>
          <BackLink to={editPath} />
        </div>
      </div>
      {problems.length > 0 && (
        <p className="wrap pt-3 text-small text-soft">
          {m.draft_missing()} {listParts(problems)}.
        </p>
      )}
    </>
  )
}

const listParts = (problems: readonly ProductProblem[]) =>
  sortNames(problems)
    .map(problem => PART_NAMES[problem]())
    .join(', ')
    .toLowerCase()

/** Says in the place of the purchase that there is none. */
const PreviewNote = ({ editPath }: { editPath: string }) => (
  <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-card bg-tint px-4 pt-1 text-small sm:pb-1">
    <span className="max-sm:pt-2">{m.page_preview_no_buying()}</span>
    <BackLink to={editPath} />
  </p>
)

const BackLink = ({ to }: { to: string }) => (
  <Link to={to} className="link inline-flex min-h-11 shrink-0 items-center">
    {m.page_preview_back()}
  </Link>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <>
      <title>{isMissing ? m.edit_gone() : m.product_failed_title()}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art={isMissing ? 'emptyRack' : 'tornAwning'}
        heading="h1"
        title={isMissing ? m.edit_gone() : m.product_failed_title()}
        action={<LinkButton to={paths.dashboardProducts()}>{m.products_back()}</LinkButton>}
      >
        {isMissing ? m.edit_gone_text() : m.product_failed_text()}
      </EmptyState>
    </>
  )
}
