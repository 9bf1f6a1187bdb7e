import { TAX_ID_KINDS, type TaxData, TaxDataForm as Schema } from '#contract/tax-ids.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { taxIdText } from '#messages/tax-ids'
import { CallForm, type CallFormProps } from '#web/shared/forms/call-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

/** The fields for a name and a tax id. The server says whether the digits of the tax id are right. */
export default function TaxDataForm({
  taxData,
  ...form
}: {
  /** What is saved now; null if nothing is. */
  taxData: TaxData | null
} & Pick<CallFormProps<Schema, Schema>, 'send' | 'hasCaptcha' | 'onDone' | 'submit' | 'onCancel'>) {
  return (
    <CallForm
      {...form}
      schema={Schema}
      fields={['name', 'taxIdKind', 'taxId']}
      defaultValues={taxData ?? { name: '', taxIdKind: 'cuit', taxId: '' }}
      failure={m.save_failed()}
      align="stack"
      className="grid min-w-0 gap-4"
    >
      {({ field }) => (
        <>
          <Field label={m.receipt_data_name()} autoComplete="name" {...field('name')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={m.receipt_data_kind()}
              options={TAX_ID_KINDS.map(value => ({ value, label: taxIdText(value, getLocale()) }))}
              {...field('taxIdKind')}
            />
            <Field
              label={m.receipt_data_number()}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...field('taxId')}
            />
          </div>
        </>
      )}
    </CallForm>
  )
}
