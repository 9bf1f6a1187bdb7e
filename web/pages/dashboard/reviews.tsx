import { Link } from 'react-router'
import { type SellerReview, listSellerReviews } from '#contract/product-reviews/seller-reviews.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatShortDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import type { Route } from './+types/reviews'
import { ReviewActions } from './review-actions.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.review_section(), { hidden: true })

/** The page with the reviews of the seller's products, where the seller replies to them. */
export default function ReviewsPage() {
  const page = useListPage(
    {},
    { newer: m.review_seller_newer(), older: m.review_seller_older(), isStepwise: true },
  )
  const query = useRead(listSellerReviews, { query: page.query })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid justify-items-start gap-2.5">
        <h1 className="text-title">{m.review_section()}</h1>
        <p className="text-soft">{m.review_seller_lead()}</p>
        <LinkButton to={paths.dashboardSales()} kind="ghost" size="small">
          {m.returns_back()}
        </LinkButton>
      </header>
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ reviews }) => reviews}
        empty={m.review_seller_empty()}
        loading={m.review_seller_loading()}
        skeleton={<Skeleton className="h-40 rounded-card" />}
        size="normal"
      >
        {reviews => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {reviews.map(review => (
              <Review key={review.id} review={review} />
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

function Review({ review }: { review: SellerReview }) {
  const { productId, productName, stars, text, name, at, reply, isShown, hiddenReason } = review
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to={paths.product({ id: productId, slug: toProductSlug(productName) })}
          className="link font-semibold break-words"
        >
          {productName}
        </Link>
        <span className="figures text-small text-soft">{formatShortDate(at)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Stars value={stars} label={m.review_stars({ count: stars })} />
        <bdi className="text-small break-words text-soft">{name ?? m.review_verified_buyer()}</bdi>
        {!isShown && hiddenReason === null && <Chip>{m.review_seller_refunded()}</Chip>}
        {review.report === 'open' && <Chip tone="warn">{m.review_report_open()}</Chip>}
        {review.report === 'closed' && hiddenReason === null && (
          <Chip>{m.review_report_closed()}</Chip>
        )}
      </div>
      {text && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
      {hiddenReason !== null && (
        <p className="rounded-card bg-warn-tint px-4 py-3 text-small break-words">
          {m.review_seller_hidden({ reason: hiddenReason })}
        </p>
      )}
      {reply && (
        <div className="grid gap-1 border-l-2 border-edge pl-4 text-small">
          <p className="font-semibold">{m.review_seller_reply()}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {reply.text}
          </p>
        </div>
      )}
      <ReviewActions review={review} />
    </li>
  )
}
