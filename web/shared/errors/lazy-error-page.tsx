import { lazy, Suspense, type ComponentProps } from 'react'

const Page = lazy(() => import('./error-page.tsx'))

/** The error page, fetched when there is an error: no page pays for it beforehand. */
export function LazyErrorPage(props: ComponentProps<typeof Page>) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  )
}
