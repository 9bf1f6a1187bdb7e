import { useState } from 'react'
import type * as z from 'zod/mini'
import { type AdminOrder, changeOrderAddress } from '#contract/admin/orders.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { adminApi } from '#web/features/admin/api.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'

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
  const [change, { isLoading }] = adminApi.useChangeOrderAddressMutation()
  const { form, errorOf } = useEndpointForm(changeOrderAddress.body, ['newEmail', 'reason'])
  const submit = form.handleSubmit(async (body: z.infer<typeof changeOrderAddress.body>) => {
    const result = await change({ params: { orderId: order.orderId }, body })
    if (showResultToast(result)) onClose()
  })
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={m.address_change_title()}
      description={m.address_change_new()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.address_submit()}
      pending={isLoading}
      onConfirm={() => void submit()}
    >
      <div className="grid gap-4">
        <Field
          label={m.address_new()}
          type="email"
          inputMode="email"
          autoComplete="off"
          error={errorOf('newEmail')}
          {...form.register('newEmail')}
        />
        <TextArea
          label={m.admin_reason_logged()}
          rows={3}
          maxLength={LIMITS.reason.max}
          error={errorOf('reason')}
          {...form.register('reason')}
        />
      </div>
    </ConfirmDialog>
  )
}
