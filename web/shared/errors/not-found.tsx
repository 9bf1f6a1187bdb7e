import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The message that is shown for a URL without a page. */
export function NotFound() {
  return (
    <>
      <title>{m.not_found_title()}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art="closedShutter"
        heading="h1"
        title={m.not_found_title()}
        action={<LinkButton to={paths.home()}>{m.go_home()}</LinkButton>}
      >
        {m.not_found_text()}
      </EmptyState>
    </>
  )
}
