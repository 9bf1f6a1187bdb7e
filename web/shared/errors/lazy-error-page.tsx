import { lazy, Suspense, type ComponentProps } from 'react'

const Page = lazy(() => import('./error-page.tsx'))

/** Loads the error page's code on demand, so that no other page pays for it. */
export function LazyErrorPage(props: ComponentProps<typeof Page>) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  )
}
