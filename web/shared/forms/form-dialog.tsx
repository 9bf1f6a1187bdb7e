import type { FieldValues } from 'react-hook-form'
import { Modal } from '#web/ui/overlays/modal.tsx'
import * as m from '#messages'
import { showToast } from '#web/ui/toasts/toast.ts'
import { CallForm, type CallFormProps } from './call-form.tsx'

/**
 * A question with fields. A success closes the dialog; after a failure it stays open.
 * @param done the text of the toast after a success
 */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>({
  title,
  description,
  done,
  onClose,
  ...form
}: Omit<CallFormProps<Input, Output>, 'align' | 'onDone' | 'onCancel'> & {
  title: string
  description: string
  done: string
  onClose: () => void
}) {
  return (
    <Modal
      open
      size="small"
      onClose={onClose}
      title={title}
      description={description}
      closeLabel={m.close()}
    >
      <CallForm
        {...form}
        align="dialog"
        onDone={() => {
          showToast('success', done)
          onClose()
        }}
        onCancel={onClose}
      />
    </Modal>
  )
}
