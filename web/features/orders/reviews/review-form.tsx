import type { ApiResult } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  type OrderItemReview,
  ReviewForm as Schema,
  type saveReview,
} from '#contract/product-reviews/reviews.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { StarField } from '#web/ui/forms/star-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The form in which a buyer writes or changes the review of a product. */
export default function ReviewForm({
  review,
  chosenStars,
  save,
  onCancel,
}: {
  /** The review as it is now; null for a new one. */
  review: OrderItemReview['review']
  /** The stars that are chosen already; undefined for none. */
  chosenStars?: number | undefined
  save: (body: Schema) => Promise<ApiResult<typeof saveReview>>
  onCancel?: () => void
}) {
  const { form, errorOf, showErrors, setServerErrors } = useEndpointForm(
    Schema,
    ['stars', 'text', 'name'],
    {
      defaultValues: review
        ? { stars: review.stars, text: review.text, name: review.name ?? '' }
        : { ...(chosenStars && { stars: chosenStars }), text: '', name: '' },
    },
  )
  const { isValid, isSubmitting, defaultValues } = form.formState

  const submit = async (body: Schema) => {
    const result = await save(body)
    if (!result.ok && !setServerErrors(result.issues))
      showToast('error', errorText(result.code, getLocale()))
  }
  return (
    <form
      method="post"
      noValidate
      className="grid w-full min-w-0 gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <StarField
        label={m.review_field_stars()}
        optionLabel={count => m.review_stars({ count })}
        value={form.watch('stars')}
        error={errorOf('stars')}
        onChange={stars => form.setValue('stars', stars, { shouldValidate: true })}
      />
      <TextArea
        label={m.review_field_text()}
        rows={3}
        counterMax={LIMITS.review.max}
        defaultValue={defaultValues?.text}
        error={errorOf('text')}
        {...form.register('text')}
      />
      <Field
        label={m.review_field_name()}
        hint={m.review_field_name_hint()}
        autoComplete="nickname"
        defaultValue={defaultValues?.name}
        error={errorOf('name')}
        {...form.register('name')}
      />
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton isReady={isValid} pending={isSubmitting}>
          {review ? m.review_save() : m.review_publish()}
        </SubmitButton>
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            {m.review_cancel()}
          </Button>
        )}
      </div>
    </form>
  )
}
