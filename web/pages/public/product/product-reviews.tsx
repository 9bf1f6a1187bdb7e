import { useState } from 'react'
import type { PublicProduct } from '#contract/products/products.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import { type ProductReview, listProductReviews } from '#contract/product-reviews/reviews.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { formatShortDate } from '#web/i18n/format.ts'
import { formatAverage } from '#web/shared/rating.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Stars } from '#web/ui/data/stars.tsx'

type Reviews = EndpointReply<typeof listProductReviews>

/** The reviews of a product: the average, how the stars are spread, and the newest reviews. */
export function ProductReviews({
  product: { id: productId, username, rating },
  firstPage,
}: {
  product: PublicProduct
  firstPage: Reviews
}) {
  const average = rating?.average ?? 0
  const [pages, setPages] = useState([firstPage])
  const [isPending, setIsPending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const { total, counts } = firstPage
  // A review that was written meanwhile moves others to the next page, so a review can arrive twice.
  const reviews = [
    ...new Map(pages.flatMap(page => page.reviews).map(review => [review.id, review])).values(),
  ]
  const hasMore = pages.at(-1)!.reviews.length > 0 && reviews.length < total

  const showMore = async () => {
    setIsPending(true)
    const result = await callEndpoint(listProductReviews, {
      params: { id: productId },
      query: { page: pages.length + 1 },
    })
    setIsPending(false)
    setHasFailed(!result.ok)
    if (result.ok) setPages([...pages, result.body])
  }
  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="grid min-w-0 scroll-mt-6 grid-cols-1 gap-6"
    >
      <h2 id="reviews-title" className="text-[1.3rem]">
        {m.review_section()}
      </h2>
      <div className="flex flex-wrap items-center gap-x-10 gap-y-5">
        <div className="grid gap-1">
          <p className="figures font-display text-[2.6rem] leading-none font-bold">
            {formatAverage(average)}
          </p>
          <Stars
            value={average}
            label={m.review_average_label({ average: formatAverage(average) })}
            className="text-[1.15rem]"
          />
          <p className="text-small text-soft">{m.review_count({ count: total })}</p>
        </div>
        <StarCounts counts={counts} total={total} />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {reviews.map(review => (
          <Review key={review.id} review={review} username={username} />
        ))}
      </ul>
      {hasFailed && (
        <p role="alert" className="text-small text-bad">
          {m.review_more_failed()}
        </p>
      )}
      {hasMore && (
        <Button
          kind="ghost"
          pending={isPending}
          className="justify-self-start"
          onClick={() => void showMore()}
        >
          {m.review_more()}
        </Button>
      )}
    </section>
  )
}

/** Shows how many reviews have five stars, four stars and so on. */
function StarCounts({ counts, total }: { counts: number[]; total: number }) {
  return (
    <ul className="grid min-w-52 flex-1 grid-cols-1 gap-1.5">
      {[5, 4, 3, 2, 1].map(stars => {
        const count = counts[stars - 1] ?? 0
        return (
          <li key={stars} className="flex items-center gap-3 text-small">
            <span className="sr-only">
              {m.review_stars({ count: stars })}: {m.review_count({ count })}
            </span>
            <span aria-hidden className="figures w-7 shrink-0">
              {stars} ★
            </span>
            <svg aria-hidden height={8} className="min-w-0 flex-1 rounded-full bg-line">
              <rect
                width={`${(count / Math.max(total, 1)) * 100}%`}
                height={8}
                rx={4}
                className="fill-star"
              />
            </svg>
            <span aria-hidden className="figures w-6 shrink-0 text-right text-soft">
              {count}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Review({ review, username }: { review: ProductReview; username: string }) {
  const { stars, text, language, name, at, reply } = review
  return (
    <li className="grid min-w-0 grid-cols-1 gap-2 py-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Stars value={stars} label={m.review_stars({ count: stars })} />
        <span className="figures text-small text-soft">{formatShortDate(at)}</span>
      </div>
      {text && (
        <p lang={language} dir="auto" className="break-words whitespace-pre-line">
          {text}
        </p>
      )}
      <p className="text-small break-words text-soft">
        {name === null ? (
          m.review_verified_buyer()
        ) : (
          <span>
            <bdi className="font-semibold text-ink">{name}</bdi> · {m.review_verified()}
          </span>
        )}
      </p>
      {reply && (
        <div className="mt-1 grid gap-1 border-l-2 border-edge pl-4 text-small">
          <p className="font-semibold">{m.review_reply_from({ username: `@${username}` })}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {reply.text}
          </p>
        </div>
      )}
    </li>
  )
}

/** Shows the average of a product's reviews, and leads to them. */
export function RatingLink({ average, count }: NonNullable<PublicProduct['rating']>) {
  return (
    <a
      href="#reviews"
      className="-my-2 inline-flex min-h-11 items-center gap-2 text-soft underline decoration-edge underline-offset-4 hover:text-ink"
    >
      <Stars value={average} label={m.review_average_label({ average: formatAverage(average) })} />
      <span className="figures">
        {formatAverage(average)} ({m.review_count({ count })})
      </span>
    </a>
  )
}
