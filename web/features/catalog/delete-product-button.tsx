import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { useCaptcha } from '#web/api/captcha.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { IconButton } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { catalogApi } from './api.ts'

/** A button that deletes a product after a dialog has asked for confirmation. */
export function DeleteProductButton({
  product,
  onDeleted,
}: {
  product: Product
  onDeleted: () => void
}) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <IconButton
        label={`${m.delete_go()} ${product.name}`}
        onClick={() => setIsDialogOpen(true)}
        className="text-soft hover:bg-bad-tint hover:text-bad"
      >
        <Trash2 aria-hidden size={19} />
      </IconButton>
      {isDialogOpen && (
        <DeleteProductDialog
          product={product}
          onClose={() => setIsDialogOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

/** Asks for confirmation. The captcha is solved while the seller reads the question. */
function DeleteProductDialog({
  product: { id, name },
  onClose,
  onDeleted,
}: {
  product: Product
  onClose: () => void
  onDeleted: () => void
}) {
  const [remove] = catalogApi.useDeleteProductMutation()
  const [pending, setPending] = useState(false)
  const takeCaptcha = useCaptcha('delete_product_form')

  const confirm = async () => {
    setPending(true)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) {
      onClose()
      return showToast('error', m.create_captcha())
    }
    const { error } = await remove({ params: { id }, captcha })
    onClose()
    if (error) return showFailureToast(m.delete_failed(), error)
    showToast('success', m.delete_done())
    onDeleted()
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.delete_title({ name })}
      description={m.delete_text()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.delete_go()}
      pending={pending}
      onConfirm={() => void confirm()}
    />
  )
}
