import { useState } from 'react'
import { type AdminOrder, changeOrderAddress } from '#contract/admin/orders.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FormDialog } from '#web/shared/forms/form-dialog.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** Opens a dialog in which an admin asks for another email address of an order, with a reason for the audit log. */
export function ChangeAddressButton({ order }: { order: AdminOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {m.address_change()}
        <span className="sr-only"> {order.number}</span>
      </Button>
      {isOpen && <ChangeAddressDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ChangeAddressDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [change] = useWrite(changeOrderAddress)
  return (
    <FormDialog
      title={m.address_change_title()}
      description={m.address_change_new()}
      onClose={onClose}
      done={m.admin_done()}
      schema={changeOrderAddress.body}
      fields={['newEmail', 'reason']}
      send={body => toCallResult(change({ params: { orderId: order.orderId }, body }))}
      failure={m.address_failed()}
      errorFields={{ ERROR_USER_EMAIL_SAME_AS_CURRENT: 'newEmail' }}
      submit={m.address_submit()}
      className="grid gap-4"
    >
      {({ field }) => (
        <>
          <Field
            label={m.address_new()}
            type="email"
            inputMode="email"
            autoComplete="off"
            {...field('newEmail')}
          />
          <TextArea
            label={m.admin_reason_logged()}
            rows={3}
            maxLength={LIMITS.reason.max}
            {...field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
