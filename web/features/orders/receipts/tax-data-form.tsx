import type { ApiResult } from '#contract/core/endpoint.ts'
import { TAX_ID_KINDS, type TaxData, TaxDataForm as Schema } from '#contract/tax-ids.ts'
import type { saveReceiptBuyer, saveTaxData } from '#contract/orders/receipts.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { taxIdText } from '#messages/tax-ids'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The fields for a name and a tax id. The server says whether the digits of the tax id are right. */
export default function TaxDataForm({
  taxData,
  submitLabel,
  save,
  onCancel,
}: {
  /** What is saved now; null if nothing is. */
  taxData: TaxData | null
  submitLabel: string
  save: (body: Schema) => Promise<ApiResult<typeof saveReceiptBuyer | typeof saveTaxData>>
  onCancel?: () => void
}) {
  const { form, errorOf, attempt, showErrors, fieldErrors, setServerErrors } = useEndpointForm(
    Schema,
    ['name', 'taxIdKind', 'taxId'],
    { defaultValues: taxData ?? { name: '', taxIdKind: 'cuit', taxId: '' } },
  )
  const { isValid, isSubmitting, defaultValues } = form.formState

  const submit = async (body: Schema) => {
    const result = await save(body)
    if (result.ok) return form.reset(body)
    if (!setServerErrors(result.issues)) showToast('error', errorText(result.code, getLocale()))
  }

  return (
    <form
      method="post"
      noValidate
      className="grid min-w-0 gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.receipt_data_name()}
        autoComplete="name"
        defaultValue={defaultValues?.name}
        error={errorOf('name')}
        {...form.register('name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={m.receipt_data_kind()}
          options={TAX_ID_KINDS.map(value => ({ value, label: taxIdText(value, getLocale()) }))}
          defaultValue={defaultValues?.taxIdKind}
          error={errorOf('taxIdKind')}
          {...form.register('taxIdKind')}
        />
        <Field
          label={m.receipt_data_number()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={defaultValues?.taxId}
          error={errorOf('taxId')}
          {...form.register('taxId')}
        />
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton isReady={isValid} pending={isSubmitting}>
          {submitLabel}
        </SubmitButton>
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            {m.receipt_data_cancel()}
          </Button>
        )}
      </div>
    </form>
  )
}
