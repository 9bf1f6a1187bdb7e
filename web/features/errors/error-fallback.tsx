import * as m from '#messages'
import { Button, LinkButton } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** What a broken page shows instead. Source: specification, layouts and access. */
export function ErrorFallback({
  title = m.error_title(),
  subtitle = m.error_subtitle(),
}: {
  title?: string
  subtitle?: string
}) {
  return (
    <>
      <title>{title}</title>
      <EmptyState
        art="torn"
        heading="h1"
        title={title}
        action={
          <>
            <Button onClick={() => location.reload()}>{m.reload()}</Button>
            <LinkButton kind="ghost" href="/">
              {m.go_home()}
            </LinkButton>
          </>
        }
      >
        {subtitle}
      </EmptyState>
    </>
  )
}
