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
import { toast } from '#web/ui/toasts/toast.ts'

const SHORTEST = 3
const missing: IssueKey = 'issue_reason_required'

/** The part of a mutation's result that matters here. */
type Done = Promise<{ error?: unknown }>

/**
 * A button for an admin action. It asks for a reason first, which goes into the audit log and, if `isReasonRequired`,
 * to the affected user.
 */
export function Act({
  label,
  name,
  title,
  text,
  needed = false,
  danger = false,
  kind = 'ghost',
  run,
}: {
  label: string
  /** The user, product or order it concerns, added to the label for screen readers. */
  name: string
  title: string
  text: string
  needed?: boolean
  danger?: boolean
  kind?: ButtonKind
  run: (reason: string) => Done
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} size="small" onClick={() => setOpen(true)}>
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      {open && (
        <Question {...{ label, title, text, needed, danger, run }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function Question({
  label,
  title,
  text,
  needed,
  danger,
  run,
  onClose,
}: {
  label: string
  title: string
  text: string
  needed: boolean
  danger: boolean
  run: (reason: string) => Done
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)

  const confirm = async () => {
    if (needed && reason.trim().length < SHORTEST)
      return setProblem(issueText(missing, getLocale()))
    setPending(true)
    const told = tell(await run(reason.trim()))
    setPending(false)
    if (told) onClose()
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
        label={needed ? m.admin_reason_told() : m.admin_reason_note()}
        aside={needed ? undefined : m.optional()}
        rows={3}
        maxLength={LIMITS.reason.max}
        value={reason}
        error={problem}
        onChange={event => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}

/** Shows a toast with the result. Returns whether the action succeeded. */
export function tell({ error }: { error?: unknown }): boolean {
  if (!error) {
    toast('success', m.admin_done())
    return true
  }
  const { code } = error as { code?: Parameters<typeof errorText>[0] }
  toast('error', errorText(code ?? 'UNKNOWN_ERROR', getLocale()))
  return false
}
