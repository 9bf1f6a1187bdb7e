import { useState } from 'react'
import * as z from 'zod/mini'
import { OptionalReason, RequiredReason } from '#contract/admin/users.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { type MutationResult, toCallResult } from '#web/shared/forms/call-result.ts'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { Button, type ButtonKind } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * A button for an admin action. It first asks for a reason, which goes into the audit log. If `isReasonRequired`, the
 * affected user gets the reason too.
 */
export function AdminActionButton({
  label,
  name,
  title,
  text,
  isReasonRequired = false,
  danger = false,
  kind = 'ghost',
  action,
}: {
  label: string
  /**
   * The name of the user, product or order that the action affects. It is added to the button's label for screen
   * readers.
   */
  name: string
  title: string
  text: string
  isReasonRequired?: boolean
  danger?: boolean
  kind?: ButtonKind
  action: (reason: string) => PromiseLike<MutationResult<unknown>>
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind={kind} size="small" onClick={() => setIsOpen(true)}>
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      {isOpen && (
        <AdminActionDialog
          {...{ label, title, text, isReasonRequired, danger, action }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type ReasonForm = { reason?: string | undefined }

function AdminActionDialog({
  label,
  title,
  text,
  isReasonRequired,
  danger,
  action,
  onClose,
}: {
  label: string
  title: string
  text: string
  isReasonRequired: boolean
  danger: boolean
  action: (reason: string) => PromiseLike<MutationResult<unknown>>
  onClose: () => void
}) {
  const schema: z.ZodMiniType<ReasonForm, ReasonForm> = z.object({
    reason: isReasonRequired ? RequiredReason : OptionalReason,
  })
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      done={m.admin_done()}
      schema={schema}
      fields={['reason']}
      send={({ reason = '' }) => toCallResult(action(reason))}
      failure={m.admin_failed()}
      submit={label}
      submitKind={danger ? 'danger' : 'primary'}
    >
      {({ field }) => (
        <TextArea
          label={isReasonRequired ? m.admin_reason_told() : m.admin_reason_note()}
          aside={isReasonRequired ? undefined : m.optional()}
          rows={3}
          maxLength={LIMITS.reason.max}
          {...field('reason')}
        />
      )}
    </FormDialog>
  )
}

/** Shows a toast with the result of an admin action. Returns whether the action succeeded. */
export function showResultToast({ error }: { error?: unknown }): boolean {
  if (!error) {
    showToast('success', m.admin_done())
    return true
  }
  const { code } = error as { code?: Parameters<typeof errorText>[0] }
  showToast('error', errorText(code ?? 'UNKNOWN_ERROR', getLocale()))
  return false
}
