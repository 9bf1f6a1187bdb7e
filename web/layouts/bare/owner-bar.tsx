import { Link, useMatches } from 'react-router'
import * as m from '#messages'
import { paths } from '../../paths.ts'
import { useOwnUsername } from '../../shared/use-own-username.ts'

/** The product or the kiosk that a page shows, by its loader data. */
interface ShownPage {
  username: string
  /** The id of the product; undefined on the page of a kiosk. */
  productId?: number
}

/** A bar on one's own product or kiosk, with links to edit it and to its sales. Other people's pages have none. */
export function OwnerBar() {
  const page = useShownPage()
  const username = useOwnUsername()
  if (!page || username === undefined || page.username !== username) return null
  const { productId } = page
  const text = productId === undefined ? m.owner_kiosk() : m.owner_product()
  return (
    <aside aria-label={text} className="border-y border-line bg-jade-tint">
      <div className="wrap flex flex-wrap items-center gap-x-5 text-small">
        <p className="py-2.5 font-semibold">{text}</p>
        <p className="ml-auto flex gap-x-5">
          <OwnerLink
            to={productId === undefined ? paths.editProfile() : paths.editProduct(productId)}
            label={m.products_edit()}
          />
          <OwnerLink to={paths.dashboardSales({ product: productId })} label={m.nav_sales()} />
        </p>
      </div>
    </aside>
  )
}

function OwnerLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-touch items-center">
      {label}
    </Link>
  )
}

function useShownPage(): ShownPage | undefined {
  for (const { loaderData } of useMatches()) {
    const { product, profile } = (loaderData ?? {}) as {
      product?: { id: number; username: string }
      profile?: { username: string }
    }
    if (product) return { username: product.username, productId: product.id }
    if (profile) return { username: profile.username }
  }
  return undefined
}
