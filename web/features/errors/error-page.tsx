import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorFallback } from './error-fallback.tsx'
import { NotFound } from './not-found.tsx'

/** What went wrong below a layout: nothing lives at that address, or something broke. */
export default function ErrorPage({ title, subtitle }: { title?: string; subtitle?: string }) {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorFallback title={title} subtitle={subtitle} />
}
