import { useState } from 'react'
import { Link } from 'react-router'
import {
  type AdminReview,
  listAdminReviews,
  hideReview,
  showReview,
  dismissReviewReport,
} from '#contract/admin/product-reviews.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { AdminActionButton } from '#web/features/admin/admin-action-button.tsx'
import { formatDateTime } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Button } from '#web/ui/actions/button.tsx'

/** Lists the product reviews that sellers reported, or the hidden ones, and hides or shows them. */
export function AdminProductReviews() {
  const [state, setState] = useState<'reported' | 'hidden'>('reported')
  const page = useListPage({ state })
  const query = useRead(listAdminReviews, { query: page.query })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap gap-2.5">
        {(['reported', 'hidden'] as const).map(option => (
          <Button
            key={option}
            size="small"
            kind={option === state ? 'primary' : 'ghost'}
            aria-pressed={option === state}
            onClick={() => setState(option)}
          >
            {option === 'reported' ? m.admin_reviews_reported() : m.admin_reviews_hidden()}
          </Button>
        ))}
      </div>
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ reviews }) => reviews}
        empty={m.admin_reviews_none()}
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

function Review({ review }: { review: AdminReview }) {
  const { id, productId, productName, stars, text, name, reply, hiddenReason, reported } = review
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-card p-5">
      <div className="min-w-0">
        <Link
          to={paths.product({ id: productId, slug: toProductSlug(productName) })}
          className="link font-[650] break-words"
        >
          {productName}
        </Link>
        <p className="figures text-small text-soft">
          @{review.sellerUsername} · {formatDateTime(review.at)}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <Stars value={stars} label={m.review_stars({ count: stars })} />
        <bdi className="text-small break-words text-soft">{name ?? m.review_verified_buyer()}</bdi>
      </p>
      {text && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
      {reply && (
        <p
          dir="auto"
          className="border-l-2 border-edge pl-4 text-small break-words whitespace-pre-line"
        >
          {reply.text}
        </p>
      )}
      {reported && (
        <p className="rounded-card bg-warn-tint px-4 py-3 text-small break-words">
          {m.admin_review_reported({ reason: reported.reason })}
        </p>
      )}
      {hiddenReason !== null && (
        <p className="text-small break-words text-soft">
          {m.admin_review_hidden({ reason: hiddenReason })}
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {hiddenReason === null ? (
          <AdminActionButton
            endpoint={hideReview}
            params={{ id }}
            label={m.admin_review_hide()}
            name={productName}
            title={m.admin_review_hide_title()}
            text={m.admin_review_hide_text()}
            danger
          />
        ) : (
          <AdminActionButton
            endpoint={showReview}
            params={{ id }}
            label={m.admin_review_show()}
            name={productName}
            title={m.admin_review_show_title()}
            text={m.admin_review_show_text()}
          />
        )}
        {review.report === 'open' && (
          <AdminActionButton
            endpoint={dismissReviewReport}
            params={{ id }}
            label={m.admin_report_dismiss()}
            name={productName}
            title={m.admin_report_dismiss_title()}
            text={m.admin_report_dismiss_text()}
          />
        )}
      </div>
    </li>
  )
}
