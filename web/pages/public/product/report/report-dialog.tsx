import { REPORT_REASONS, ReportForm, reportProduct } from '#contract/admin/reports.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { getReportReasonText } from '#web/features/storefront/report-reasons.ts'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
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
  return (
    <Modal
      open
      onClose={onClose}
      title={m.report_title({ name })}
      description={m.report_lead()}
      closeLabel={m.close()}
    >
      <EndpointForm
        endpoint={reportProduct}
        schema={ReportForm}
        fields={['reason', 'detail', 'email']}
        toInput={body => ({ params: { id }, body })}
        failure={m.report_failed()}
        onDone={() => {
          showToast('success', m.report_done())
          onClose()
        }}
        submit={m.report_send()}
        align="end"
      >
        {({ field }) => (
          <>
            <Select
              label={m.report_reason()}
              placeholder={m.create_choose()}
              options={REPORT_REASONS.map(reason => ({
                value: reason,
                label: getReportReasonText(reason),
              }))}
              {...field('reason')}
            />
            <TextArea
              label={m.report_detail()}
              aside={m.optional()}
              rows={3}
              maxLength={LIMITS.reason.max}
              {...field('detail')}
            />
            <Field
              label={m.report_email()}
              aside={m.optional()}
              type="email"
              autoComplete="email"
              {...field('email')}
            />
          </>
        )}
      </EndpointForm>
    </Modal>
  )
}
