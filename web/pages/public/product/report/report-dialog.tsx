import { REPORT_REASONS, ReportForm, reportProduct } from '#contract/admin/reports.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { callEndpoint } from '#web/api/client.ts'
import { getReportReasonText } from '#web/features/catalog/report-reasons.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * The dialog for reporting a product, which asks for a reason and details. The email is optional, for people who want
 * an answer.
 */
export default function ReportDialog({
  id,
  name,
  onClose,
}: {
  id: number
  name: string
  onClose: () => void
}) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(ReportForm, [
    'reason',
    'detail',
    'email',
  ])
  const takeCaptcha = useCaptcha('report_form')
  const { register, formState } = form

  const submit = async (body: ReportForm) => {
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined)
      return showToast('error', errorText('ERROR_CAPTCHA_FAILED', getLocale()))
    const result = await callEndpoint(reportProduct, { params: { id }, body, captcha })
    if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
    showToast('success', m.report_done())
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={m.report_title({ name })}
      description={m.report_lead()}
      closeLabel={m.close()}
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(submit, showErrors)}
      >
        <CaptchaWarning />
        <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
        <Select
          label={m.report_reason()}
          placeholder={m.create_choose()}
          options={REPORT_REASONS.map(reason => ({
            value: reason,
            label: getReportReasonText(reason),
          }))}
          error={errorOf('reason')}
          {...register('reason')}
        />
        <TextArea
          label={m.report_detail()}
          aside={m.optional()}
          rows={3}
          maxLength={LIMITS.reason.max}
          error={errorOf('detail')}
          {...register('detail')}
        />
        <Field
          label={m.report_email()}
          aside={m.optional()}
          type="email"
          autoComplete="email"
          error={errorOf('email')}
          {...register('email')}
        />
        <SubmitButton
          isReady={formState.isValid}
          pending={formState.isSubmitting}
          className="justify-self-end"
        >
          {m.report_send()}
        </SubmitButton>
      </form>
    </Modal>
  )
}
