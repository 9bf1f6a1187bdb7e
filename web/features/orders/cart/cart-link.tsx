import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useCart } from './cart.ts'

const BAG_ICON = 'M6 7h12l1.200 13.500H4.800zM9 10V6a3 3 0 0 1 6 0v4'

/**
 * The link to the cart in the header. An empty cart has the link too, so that adding a product does not shift the
 * layout.
 */
export function CartLink() {
  const { ids } = useCart()
  return (
    <Link
      to={paths.checkout()}
      className="relative inline-grid size-touch shrink-0 place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink"
    >
      <Icon size={21}>
        <path d={BAG_ICON} />
      </Icon>
      <span className="sr-only">
        {ids.length > 0 ? m.cart_go({ count: ids.length }) : m.cart_open()}
      </span>
      {ids.length > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0 min-w-5 rounded-full bg-awning px-1 text-center text-[0.7rem] leading-5 font-bold text-awning-ink"
        >
          {ids.length}
        </span>
      )}
    </Link>
  )
}
