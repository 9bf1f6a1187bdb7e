import * as m from '#messages'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { replaceCart } from './cart.ts'

/**
 * Asks for confirmation before a product replaces a cart of another seller, because a cart has products of one seller
 * only.
 */
export default function ReplaceCartDialog({
  id,
  seller,
  currentSeller,
  onClose,
}: {
  id: number
  seller: string
  currentSeller: string
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={m.cart_replace_title()}
      description={m.cart_replace_text({ current: `@${currentSeller}`, seller: `@${seller}` })}
      closeLabel={m.close()}
      cancelLabel={m.cart_keep()}
      confirmLabel={m.cart_replace()}
      onConfirm={() => {
        replaceCart(id, seller)
        showToast('success', m.cart_added())
        onClose()
      }}
    />
  )
}
