import { useState } from 'react'
import { deleteProduct, type Product } from '#contract/products/products.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'

/** A button that deletes a product after a dialog has asked for confirmation. */
export function DeleteProductButton({
  product,
  text = m.delete_text(),
  onDeleted,
}: {
  product: Pick<Product, 'id' | 'name'>
  /** What the dialog says about the consequences. */
  text?: string
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
          text={text}
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
  text,
  onClose,
  onDeleted,
}: {
  product: Pick<Product, 'id' | 'name'>
  text: string
  onClose: () => void
  onDeleted: () => void
}) {
  const [deleteAndRefresh] = useWrite(deleteProduct)
  const remove = useCaptchaCall(deleteProduct, input => toCallResult(deleteAndRefresh(input)))
  const [pending, setPending] = useState(false)

  const confirm = async () => {
    setPending(true)
    const result = await remove({ params: { id } })
    onClose()
    if (!result.ok) return showFailureToast(m.delete_failed(), result)
    showToast('success', m.delete_done())
    onDeleted()
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.delete_title({ name })}
      description={text}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.delete_go()}
      pending={pending}
      onConfirm={() => void confirm()}
    />
  )
}
