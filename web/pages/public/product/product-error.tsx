import type { getArchivedProduct } from '#contract/storefront/archived-product.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MoreProducts } from './more-products.tsx'

type ArchivedProduct = EndpointReply<typeof getArchivedProduct>

/**
 * The reason why no product is shown: the URL has no valid id, the product does not exist, the call failed, or the
 * product is the given one, which is no longer offered.
 */
export type ProductError = 'id' | 'missing' | 'failed' | ArchivedProduct

const ERROR_PAGES = {
  id: { art: 'closedShutter', title: m.product_bad_id_title, text: m.product_bad_id_text },
  missing: { art: 'emptyRack', title: m.product_missing_title, text: m.product_missing_text },
  failed: { art: 'tornAwning', title: m.product_failed_title, text: m.product_failed_text },
} as const

/**
 * Explains why the product cannot be shown, and links to the home page. Source: specification, public product page.
 */
export default function ProductErrorPage({ problem }: { problem: unknown }) {
  if (isArchived(problem)) return <ArchivedProductPage product={problem} />
  return <ProblemPage problem={problem === 'id' || problem === 'missing' ? problem : 'failed'} />
}

const isArchived = (problem: unknown): problem is ArchivedProduct =>
  typeof problem === 'object' && problem !== null && 'products' in problem

/** Says that a product is no longer offered, and leads its buyers to it and everybody to what the seller offers now. */
function ArchivedProductPage({
  product: { name, username, products },
}: {
  product: ArchivedProduct
}) {
  const title = m.product_archived_title()
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art="closedShutter"
        heading="h1"
        title={title}
        action={
          <>
            <LinkButton to={paths.profile(username)}>
              {m.product_archived_kiosk({ username: `@${username}` })}
            </LinkButton>
            <LinkButton to={paths.myOrders()} kind="ghost">
              {m.footer_order()}
            </LinkButton>
          </>
        }
      >
        <p className="break-words">{m.product_archived_text({ username: `@${username}`, name })}</p>
        <p className="mt-2">{m.product_archived_bought()}</p>
      </EmptyState>
      <MoreProducts username={username} others={products} related={[]} />
    </>
  )
}

function ProblemPage({ problem }: { problem: keyof typeof ERROR_PAGES }) {
  const { art, title, text } = ERROR_PAGES[problem]
  return (
    <>
      <title>{title()}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art={art}
        heading="h1"
        title={title()}
        action={
          <>
            {problem === 'failed' && (
              <Button onClick={() => location.reload()}>{m.reload()}</Button>
            )}
            <LinkButton to={paths.home()} kind={problem === 'failed' ? 'ghost' : 'primary'}>
              {m.go_home()}
            </LinkButton>
          </>
        }
      >
        {text()}
      </EmptyState>
    </>
  )
}
