import { useState } from 'react'
import type { IssueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { issueText } from '#messages/issues'
import { getLocale } from '#messages/runtime'
import { Button, type ButtonKind } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

const REASON_MIN_LENGTH = 3
const MISSING_REASON: IssueKey = 'issue_reason_required'

/** The part of a mutation's result by which `showResultToast` chooses a toast. */
type MutationResult = Promise<{ error?: unknown }>

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
  action: (reason: string) => MutationResult
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
  action: (reason: string) => MutationResult
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  const confirm = async () => {
    if (isReasonRequired && reason.trim().length < REASON_MIN_LENGTH)
      return setProblem(issueText(MISSING_REASON, getLocale()))
    setPending(true)
    const hasSucceeded = showResultToast(await action(reason.trim()))
    setPending(false)
    if (hasSucceeded) onClose()
  }
  return (
    <ConfirmDialog
      open
      danger={danger}
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={label}
      pending={pending}
      onConfirm={() => void confirm()}
    >
      <TextArea
        label={isReasonRequired ? m.admin_reason_told() : m.admin_reason_note()}
        aside={isReasonRequired ? undefined : m.optional()}
        rows={3}
        maxLength={LIMITS.reason.max}
        value={reason}
        error={problem}
        onChange={event => setReason(event.target.value)}
      />
    </ConfirmDialog>
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
