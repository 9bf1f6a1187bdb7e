import { data } from 'react-router'
import * as m from '#messages'
import { LinkButton } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Any address nobody lives at answers 404. */
export const loader = () => data(null, { status: 404 })

export function NotFound() {
  return (
    <>
      <title>{m.not_found_title()}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art="shutter"
        heading="h1"
        title={m.not_found_title()}
        action={<LinkButton to="/">{m.go_home()}</LinkButton>}
      >
        {m.not_found_text()}
      </EmptyState>
    </>
  )
}

export default NotFound
