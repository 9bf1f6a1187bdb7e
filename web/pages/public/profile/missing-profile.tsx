import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** The page that is shown for a username that does not exist. Source: specification, public profile. */
export default function MissingProfile({ username }: { username: string }) {
  const title = m.public_profile_missing({ username })
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art="closedShutter"
        heading="h1"
        title={title}
        action={<LinkButton to={paths.home()}>{m.go_home()}</LinkButton>}
      >
        {m.public_profile_missing_text()}
      </EmptyState>
    </>
  )
}
