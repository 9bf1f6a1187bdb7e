import { useEffect } from 'react'
import * as z from 'zod/mini'
import { FileTitle } from '#contract/files/product-files.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { CallForm, type CallFormProps } from '#web/shared/forms/call-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const TitleForm = z.object({ title: FileTitle })
type TitleForm = z.infer<typeof TitleForm>

/** The form that renames a file, in place of its name. */
export function FileTitleForm<Reply>({
  title,
  fileName,
  ...form
}: { title: string | null; fileName: string } & Pick<
  CallFormProps<TitleForm, TitleForm, Reply>,
  'send' | 'onDone' | 'onCancel'
>) {
  return (
    <CallForm
      {...form}
      schema={TitleForm}
      fields={['title']}
      defaultValues={{ title: title ?? '' }}
      failure={m.files_failed()}
      submit={m.files_name_save()}
      align="start"
      className="grid gap-3"
    >
      {fields => <TitleField {...fields} fileName={fileName} />}
    </CallForm>
  )
}

/** The field of the form, which takes the focus. */
function TitleField({
  form: { setFocus },
  field,
  fileName,
}: Parameters<CallFormProps<TitleForm, TitleForm>['children']>[0] & { fileName: string }) {
  useEffect(() => setFocus('title', { shouldSelect: true }), [setFocus])
  return (
    <Field
      label={m.files_name()}
      hint={
        <span className="[overflow-wrap:anywhere]">{m.files_name_hint({ file: fileName })}</span>
      }
      autoComplete="off"
      maxLength={LIMITS.fileTitle.max}
      {...field('title')}
    />
  )
}
