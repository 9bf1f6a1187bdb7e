import type { EndpointReply } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  type OrderItemReview,
  ReviewForm as Schema,
  type saveReview,
} from '#contract/product-reviews/reviews.ts'
import * as m from '#messages'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import type { CallResult } from '#web/shared/forms/call-result.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { StarField } from '#web/ui/forms/star-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** The form in which a buyer writes or changes the review of a product. */
export default function ReviewForm({
  review,
  chosenStars,
  save,
  onSaved,
  onCancel,
}: {
  /** The review as it is now; null for a new one. */
  review: OrderItemReview['review']
  /** The stars that are chosen already; undefined for none. */
  chosenStars?: number | undefined
  save: (body: Schema) => Promise<CallResult<EndpointReply<typeof saveReview>>>
  onSaved: (item: OrderItemReview) => void
  onCancel?: () => void
}) {
  const defaultValues = review
    ? { stars: review.stars, text: review.text, name: review.name ?? '' }
    : { ...(chosenStars && { stars: chosenStars }), text: '', name: '' }
  return (
    <CallForm
      schema={Schema}
      fields={['stars', 'text', 'name']}
      defaultValues={defaultValues}
      send={save}
      failure={m.save_failed()}
      onDone={onSaved}
      submit={review ? m.review_save() : m.review_publish()}
      align="stack"
      onCancel={onCancel}
      cancel={m.review_cancel()}
      className="grid w-full min-w-0 gap-4"
    >
      {({ form, field }) => (
        <>
          <StarField
            label={m.review_field_stars()}
            optionLabel={count => m.review_stars({ count })}
            value={form.watch('stars')}
            error={field('stars').error}
            onChange={stars => form.setValue('stars', stars, { shouldValidate: true })}
          />
          <TextArea
            label={m.review_field_text()}
            rows={3}
            counterMax={LIMITS.review.max}
            defaultValue={defaultValues.text}
            {...field('text')}
          />
          <Field
            label={m.review_field_name()}
            hint={m.review_field_name_hint()}
            autoComplete="nickname"
            {...field('name')}
          />
        </>
      )}
    </CallForm>
  )
}
