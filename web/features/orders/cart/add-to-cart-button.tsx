import { lazy, Suspense, useRef, useState } from 'react'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { addToCart, useCart } from './cart.ts'
import { persistently } from '#web/ui/load-code.ts'

const ReplaceCartDialog = lazy(persistently(() => import('./replace-cart-dialog.tsx')))

/** A button that adds the product to the cart, in which it can be bought together with others of the same seller. */
export function AddToCartButton({ product: { id, username } }: { product: PublicProduct }) {
  const { ids, seller } = useCart()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const wasPressed = useRef(false)
  /** After a product was added, a link to the cart replaces the button and takes over the focus. */
  const takeFocus = (element: HTMLAnchorElement | null) => {
    if (element && wasPressed.current) element.focus()
    wasPressed.current = false
  }
  if (ids.includes(id))
    return (
      <LinkButton kind="ghost" to={paths.checkout()} wide ref={takeFocus}>
        {m.cart_go({ count: ids.length })}
      </LinkButton>
    )

  const add = () => {
    wasPressed.current = true
    const outcome = addToCart(id, username)
    if (outcome === 'other-seller') setIsDialogOpen(true)
    if (outcome === 'full') showToast('error', m.cart_full())
    if (outcome === 'added') showToast('success', m.cart_added())
  }
  return (
    <>
      <Button kind="ghost" wide onClick={add}>
        {m.cart_add()}
      </Button>
      {isDialogOpen && (
        <Suspense>
          <ReplaceCartDialog
            id={id}
            seller={username}
            currentSeller={seller}
            onClose={() => setIsDialogOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
