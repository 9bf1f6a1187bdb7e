import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
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
  const replace = () => {
    replaceCart(id, seller)
    showToast('success', m.cart_added())
    onClose()
  }
  return (
    <Modal
      open
      size="small"
      onClose={onClose}
      title={m.cart_replace_title()}
      description={m.cart_replace_text({ current: `@${currentSeller}`, seller: `@${seller}` })}
      closeLabel={m.close()}
      // Keeping the cart is the prominent choice, because replacing it discards what the buyer collected.
      actions={
        <>
          <Button kind="ghost" onClick={replace}>
            {m.cart_replace()}
          </Button>
          <Button onClick={onClose}>{m.cart_keep()}</Button>
        </>
      }
    />
  )
}
