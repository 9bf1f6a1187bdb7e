import { useState } from 'react'
import * as z from 'zod/mini'
import type { OptionalReason, RequiredReason } from '#contract/admin/users.ts'
import type { AdminAction } from '#contract/core/admin-actions.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useWrite } from '#web/api/query.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { Button, type ButtonKind } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** An endpoint whose call has a reason, which goes into the audit log. */
type ReasonedEndpoint = Endpoint & {
  audit: AdminAction
  params: z.ZodMiniType
  body: z.ZodMiniType & { shape: { reason: typeof RequiredReason | typeof OptionalReason } }
}

interface AdminActionProps<E extends ReasonedEndpoint> {
  endpoint: E
  params: z.input<E['params']>
  label: string
  title: string
  text: string
  danger?: boolean
  onDone?: () => void
}

/** The fields of the body besides the reason, if there are any. */
type OtherFields<E extends ReasonedEndpoint> = Omit<z.input<E['body']>, 'reason'>

/**
 * A button for an admin action. It first asks for a reason, which goes into the audit log. If the endpoint requires
 * one, the affected user gets the reason too.
 */
export function AdminActionButton<E extends ReasonedEndpoint>({
  name,
  kind = 'ghost',
  ...action
}: AdminActionProps<E> & {
  /**
   * The name of the user, product or order that the action affects. It is added to the button's label for screen
   * readers.
   */
  name: string
  kind?: ButtonKind
} & (keyof OtherFields<E> extends never ? unknown : { fields: OtherFields<E> })) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind={kind} size="small" onClick={() => setIsOpen(true)}>
        {action.label}
        <span className="sr-only"> {name}</span>
      </Button>
      {isOpen && <AdminActionDialog {...action} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type ReasonForm = { reason?: string | undefined }

function AdminActionDialog({
  endpoint,
  params,
  fields,
  label,
  title,
  text,
  danger = false,
  onDone,
  onClose,
}: AdminActionProps<ReasonedEndpoint> & { fields?: object; onClose: () => void }) {
  const [act] = useWrite(endpoint)
  const schema: z.ZodMiniType<ReasonForm, ReasonForm> = z.object({
    reason: endpoint.body.shape.reason,
  })
  const isReasonRequired = !z.safeParse(schema, {}).success
  return (
    <FormDialog
      title={title}
      description={text}
      onClose={onClose}
      done={m.admin_done()}
      schema={schema}
      fields={['reason']}
      send={async ({ reason = '' }) => {
        const result = await toCallResult(act({ params, body: { ...fields, reason } }))
        if (result.ok) onDone?.()
        return result
      }}
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
