import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import {
  ReplyForm,
  ReviewReportForm,
  type SellerReview,
} from '#contract/product-reviews/seller-reviews.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '#web/api/client.ts'
import { salesApi } from '#web/features/sales/api.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The result of a mutation; `error` is set if it failed. */
type Result = Promise<{ error?: unknown }>

/** Runs a mutation and shows a toast about its result. Resolves to whether it succeeded. */
async function runWithToast(result: Result, success: string): Promise<boolean> {
  const { error } = await result
  if (error) showToast('error', errorText((error as ApiFailure).code, getLocale()))
  else showToast('success', success)
  return !error
}

/** The buttons with which a seller replies to a review and reports it. */
export function ReviewActions({
  review: { id, reply, report, hiddenReason },
}: {
  review: SellerReview
}) {
  const [form, setForm] = useState<'reply' | 'report'>()
  const [saveReply] = salesApi.useSaveReviewReplyMutation()
  const [deleteReply] = salesApi.useDeleteReviewReplyMutation()
  const [sendReport] = salesApi.useReportReviewMutation()
  const close = () => setForm(undefined)
  const params = { id }
  if (form === 'reply')
    return (
      <TextForm
        schema={ReplyForm}
        field="text"
        label={m.review_seller_reply_label()}
        max={LIMITS.review.max}
        value={reply?.text ?? ''}
        submitLabel={m.review_seller_reply_save()}
        onCancel={close}
        onSubmit={async text => {
          const isSaved = saveReply({ params, body: { text } })
          if (await runWithToast(isSaved, m.review_seller_reply_saved())) close()
        }}
      />
    )
  if (form === 'report')
    return (
      <TextForm
        schema={ReviewReportForm}
        field="reason"
        label={m.review_report_label()}
        max={LIMITS.reason.max}
        value=""
        submitLabel={m.review_report_send()}
        onCancel={close}
        onSubmit={async reason => {
          const isSent = sendReport({ params, body: { reason } })
          if (await runWithToast(isSent, m.review_report_sent())) close()
        }}
      />
    )
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button kind="ghost" size="small" onClick={() => setForm('reply')}>
        {reply ? m.review_seller_reply_change() : m.review_seller_reply_open()}
      </Button>
      {reply && (
        <Button
          kind="ghost"
          size="small"
          onClick={() =>
            void runWithToast(deleteReply({ params }), m.review_seller_reply_deleted())
          }
        >
          {m.review_seller_reply_delete()}
        </Button>
      )}
      {report !== 'open' && hiddenReason === null && (
        <Button kind="quiet" size="small" onClick={() => setForm('report')}>
          {m.review_report_action()}
        </Button>
      )}
    </div>
  )
}

/** A form with one text, which is a reply or the reason of a report. */
function TextForm({
  schema,
  field,
  label,
  max,
  value,
  submitLabel,
  onSubmit,
  onCancel,
}: {
  schema: typeof ReplyForm | typeof ReviewReportForm
  field: 'text' | 'reason'
  label: string
  max: number
  value: string
  submitLabel: string
  onSubmit: (text: string) => Promise<void>
  onCancel: () => void
}) {
  const { form, errorOf, showErrors } = useEndpointForm<
    Record<string, string>,
    Record<string, string>
  >(schema, [field], { defaultValues: { [field]: value } })
  const { isValid, isSubmitting } = form.formState
  return (
    <form
      method="post"
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit(body => onSubmit(body[field] ?? ''), showErrors)}
    >
      <TextArea
        label={label}
        rows={3}
        counterMax={max}
        defaultValue={value}
        error={errorOf(field)}
        {...form.register(field)}
      />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton isReady={isValid} pending={isSubmitting}>
          {submitLabel}
        </SubmitButton>
        <Button kind="ghost" onClick={onCancel}>
          {m.review_seller_cancel()}
        </Button>
      </div>
    </form>
  )
}
