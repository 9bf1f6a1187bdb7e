import { useEffect, useRef, useState } from 'react'
import {
  type OrderItemReview,
  type ReviewRefusal,
  deleteReview,
  listProductReviewsOfOrder,
  saveReview,
} from '#contract/product-reviews/reviews.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import ReviewForm from './review-form.tsx'

/** What the buyer reads instead of the form. A refusal without a text shows nothing. */
const REFUSAL_TEXTS: Partial<Record<ReviewRefusal, () => string>> = {
  not_downloaded: m.review_order_not_downloaded,
  own_product: m.review_order_own,
}

/** What the buyer reads below a review that cannot be changed any more. */
const LOCKED_TEXTS: Partial<Record<ReviewRefusal, () => string>> = {
  refunded: m.review_order_refunded,
  charged_back: m.review_order_refunded,
  withdrawn: m.review_order_withdrawn,
  product_deleted: m.review_order_deleted,
  too_late: m.review_order_late,
}

/** The id of the section, which the reminder by email links to. */
const SECTION_ID = 'review'

/** Lets the buyer of an order write, change and delete the reviews of its items. */
export default function OrderProductReviews({
  token,
  downloads,
  canDownload,
}: {
  token: string
  /** False while the seller has closed the downloads, so that no review is promised for after the first one. */
  canDownload: boolean
  /** Changes with every download, after which the reviews are read again. */
  downloads: string
}) {
  const [found, setFound] = useState<{ downloads: string; items: OrderItemReview[] }>()
  const foundDownloads = found?.downloads
  useEffect(() => {
    if (foundDownloads === downloads) return
    const controller = new AbortController()
    void callEndpoint(listProductReviewsOfOrder, {
      params: { token },
      signal: controller.signal,
    }).then(result => result.ok && setFound({ downloads, items: result.body.items }))
    return () => controller.abort()
  }, [token, downloads, foundDownloads])
  // The link in the reminder leads here, but the section did not exist when the browser looked for it.
  const isLoaded = found !== undefined
  useEffect(() => {
    if (isLoaded && location.hash === `#${SECTION_ID}`)
      document.getElementById(SECTION_ID)?.scrollIntoView({ block: 'center' })
  }, [isLoaded])

  const shown = found?.items.filter(
    ({ refusal, review }) =>
      review ||
      refusal === null ||
      refusal === 'hidden' ||
      (REFUSAL_TEXTS[refusal] && (canDownload || refusal !== 'not_downloaded')),
  )
  if (!found || !shown?.length) return null
  const replace = (changed: OrderItemReview) => {
    setFound({
      ...found,
      items: found.items.map(item => (item.itemId === changed.itemId ? changed : item)),
    })
    document.getElementById(toHeadingId(changed.itemId))?.focus()
  }
  return (
    <section id={SECTION_ID} aria-label={m.review_order_title()} className="scroll-mt-6">
      {shown.map(item => (
        <div key={item.itemId} className="grid justify-items-start gap-3 border-t border-line py-5">
          <h2 id={toHeadingId(item.itemId)} tabIndex={-1} className="text-h3 outline-none">
            {shown.length > 1
              ? m.review_order_title_of({ name: item.productName })
              : m.review_order_title()}
          </h2>
          <ItemReview token={token} item={item} onChange={replace} />
        </div>
      ))}
    </section>
  )
}

/** Reads the stars that the buyer chose for an item in the reminder, from the query of the URL. */
function readChosenStars(itemId: number): number | undefined {
  const search = new URLSearchParams(location.search)
  const stars = Number(search.get('stars'))
  return search.get('item') === String(itemId) && [1, 2, 3, 4, 5].includes(stars)
    ? stars
    : undefined
}

/** The id of the heading above the review of an item, which takes the focus from a form or button that is gone. */
const toHeadingId = (itemId: number) => `review-${itemId}`

function ItemReview({
  token,
  item,
  onChange,
}: {
  token: string
  item: OrderItemReview
  onChange: (changed: OrderItemReview) => void
}) {
  const [isEditing, setIsEditing] = useState(false)
  const { itemId, refusal, review } = item
  const params = { token, item: itemId }

  if (refusal === null && (isEditing || review === null))
    return (
      <>
        {!isEditing && <p className="text-small text-soft">{m.review_order_hint()}</p>}
        <ReviewForm
          review={review}
          chosenStars={readChosenStars(itemId)}
          save={body => callEndpoint(saveReview, { params, body })}
          onSaved={saved => {
            showToast('success', m.review_saved())
            setIsEditing(false)
            onChange(saved)
          }}
          {...(isEditing && { onCancel: () => setIsEditing(false) })}
        />
      </>
    )
  if (review === null)
    return (
      <p className="text-small text-soft">
        {refusal === 'hidden' ? m.review_order_hidden_deleted() : REFUSAL_TEXTS[refusal!]?.()}
      </p>
    )
  const lockedText = refusal && LOCKED_TEXTS[refusal]?.()
  return (
    <>
      <Stars
        value={review.stars}
        label={m.review_stars({ count: review.stars })}
        className="text-[1.3rem]"
      />
      {review.text && (
        <p dir="auto" className="max-w-full break-words whitespace-pre-line">
          {review.text}
        </p>
      )}
      <p dir="auto" className="max-w-full text-small break-words text-soft">
        {review.name ?? m.review_verified_buyer()}
      </p>
      {review.reply && (
        <div className="grid max-w-full gap-1 border-l-2 border-edge pl-4 text-small">
          <p className="font-semibold">{m.review_order_reply()}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {review.reply.text}
          </p>
        </div>
      )}
      {review.hiddenReason !== null && (
        <p className="max-w-full rounded-card bg-warn-tint px-4 py-3 text-small break-words">
          {m.review_order_hidden({ reason: review.hiddenReason })}
        </p>
      )}
      {lockedText && <p className="text-small text-soft">{lockedText}</p>}
      <div className="flex flex-wrap gap-3">
        {refusal === null && (
          <Button kind="ghost" onClick={() => setIsEditing(true)}>
            {m.review_change()}
          </Button>
        )}
        <DeleteButton
          remove={async () => {
            const result = await callEndpoint(deleteReview, { params })
            if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
            showToast('success', m.review_deleted())
            onChange(result.body)
          }}
        />
      </div>
    </>
  )
}

/** A button that asks once more before it deletes the review. */
function DeleteButton({ remove }: { remove: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const confirmButton = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (isAsking) confirmButton.current?.focus()
  }, [isAsking])
  if (!isAsking)
    return (
      <Button kind="ghost" onClick={() => setIsAsking(true)}>
        {m.review_delete()}
      </Button>
    )
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-3">
      <legend className="mb-2 text-small">{m.review_delete_confirm()}</legend>
      <Button
        kind="danger"
        ref={confirmButton}
        pending={isPending}
        onClick={() => {
          setIsPending(true)
          void remove().finally(() => setIsPending(false))
        }}
      >
        {m.review_delete_yes()}
      </Button>
      <Button kind="ghost" onClick={() => setIsAsking(false)}>
        {m.review_delete_no()}
      </Button>
    </fieldset>
  )
}
