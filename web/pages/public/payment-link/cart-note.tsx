import { useNavigate } from 'react-router'
import * as m from '#messages'
import { addAllToCart, useCart } from '#web/features/orders/cart/cart.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { canBuy, type LinkProduct } from './link-products.ts'

/**
 * Says that the cart holds something else and stays as it is. If it is of the same seller, asks whether to buy all of
 * it together.
 */
export function CartNote({ products }: { products: readonly LinkProduct[] }) {
  const { ids, seller } = useCart()
  const navigate = useNavigate()
  const otherIds = ids.filter(id => products.every(product => product.id !== id))
  if (otherIds.length === 0) return null
  const newIds = products.filter(canBuy).map(({ id }) => id)
  const isSameSeller = products.every(({ username }) => username === seller) && newIds.length > 0
  const buyTogether = () => {
    if (addAllToCart(newIds, seller) === 'added') void navigate(paths.checkout())
    else showToast('error', m.cart_full())
  }
  return (
    <Banner
      tone="info"
      live
      className="mt-6"
      action={
        <div className="flex flex-wrap gap-2.5">
          {isSameSeller && (
            <Button kind="ghost" size="small" onClick={buyTogether}>
              {m.link_cart_together()}
            </Button>
          )}
          <LinkButton kind="quiet" size="small" to={paths.checkout()}>
            {m.cart_go({ count: ids.length })}
          </LinkButton>
        </div>
      }
    >
      {m.link_cart({ count: otherIds.length, seller: `@${seller}` })}
    </Banner>
  )
}
