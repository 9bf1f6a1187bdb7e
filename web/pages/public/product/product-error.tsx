import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The reason why no product is shown: the URL has no valid id, the product does not exist, or the call failed. */
export type ProductError = 'id' | 'missing' | 'failed'

const ERROR_PAGES = {
  id: { art: 'closedShutter', title: m.product_bad_id_title, text: m.product_bad_id_text },
  missing: { art: 'emptyRack', title: m.product_missing_title, text: m.product_missing_text },
  failed: { art: 'tornAwning', title: m.product_failed_title, text: m.product_failed_text },
} as const

/**
 * Explains why the product cannot be shown, and links to the home page. Source: specification, public product page.
 */
export default function ProductErrorPage({ problem }: { problem: ProductError }) {
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
