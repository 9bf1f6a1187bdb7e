import { isRouteErrorResponse, useRouteError } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NotFound } from './not-found.tsx'

/** The error page inside a layout, for a page that does not exist and for every other error. */
export default function ErrorPage({ title, subtitle }: { title?: string; subtitle?: string }) {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorFallback title={title} subtitle={subtitle} />
}

/** Shows a general error with buttons to reload or go home. Source: specification, layouts and access. */
function ErrorFallback({
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
        art="tornAwning"
        heading="h1"
        title={title}
        action={
          <>
            <Button onClick={() => location.reload()}>{m.reload()}</Button>
            <LinkButton kind="ghost" href={paths.home()}>
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
