import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import {
  ReplyForm,
  ReviewReportForm,
  type SellerReview,
  saveReviewReply,
  deleteReviewReply,
  reportReview,
} from '#contract/product-reviews/seller-reviews.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The buttons with which a seller replies to a review and reports it. */
export function ReviewActions({
  review: { id, reply, report, hiddenReason },
}: {
  review: SellerReview
}) {
  const [openForm, setOpenForm] = useState<'reply' | 'report'>()
  const [saveReply] = useWrite(saveReviewReply)
  const [deleteReply] = useWrite(deleteReviewReply)
  const [sendReport] = useWrite(reportReview)
  const params = { id }
  const deleteText = async () => {
    const { error } = await deleteReply({ params })
    if (error) showFailureToast(m.save_failed(), error)
    else showToast('success', m.review_seller_reply_deleted())
  }
  const buttons = {
    align: 'start',
    onCancel: () => setOpenForm(undefined),
    className: 'grid gap-3',
  } as const
  const finish = (text: string) => {
    showToast('success', text)
    setOpenForm(undefined)
  }
  if (openForm === 'reply')
    return (
      <CallForm
        {...buttons}
        schema={ReplyForm}
        fields={['text']}
        defaultValues={{ text: reply?.text ?? '' }}
        send={body => toCallResult(saveReply({ params, body }))}
        failure={m.save_failed()}
        onDone={() => finish(m.review_seller_reply_saved())}
        submit={m.review_seller_reply_save()}
      >
        {({ field }) => (
          <TextArea
            label={m.review_seller_reply_label()}
            rows={3}
            counterMax={LIMITS.review.max}
            defaultValue={reply?.text}
            {...field('text')}
          />
        )}
      </CallForm>
    )
  if (openForm === 'report')
    return (
      <CallForm
        {...buttons}
        schema={ReviewReportForm}
        fields={['reason']}
        send={body => toCallResult(sendReport({ params, body }))}
        failure={m.report_failed()}
        onDone={() => finish(m.review_report_sent())}
        submit={m.review_report_send()}
      >
        {({ field }) => (
          <TextArea
            label={m.review_report_label()}
            rows={3}
            counterMax={LIMITS.reason.max}
            {...field('reason')}
          />
        )}
      </CallForm>
    )
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button kind="ghost" size="small" onClick={() => setOpenForm('reply')}>
        {reply ? m.review_seller_reply_change() : m.review_seller_reply_open()}
      </Button>
      {reply && (
        <Button kind="ghost" size="small" onClick={() => void deleteText()}>
          {m.review_seller_reply_delete()}
        </Button>
      )}
      {report !== 'open' && hiddenReason === null && (
        <Button kind="quiet" size="small" onClick={() => setOpenForm('report')}>
          {m.review_report_action()}
        </Button>
      )}
    </div>
  )
}
