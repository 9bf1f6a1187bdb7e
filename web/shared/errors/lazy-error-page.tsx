import { lazy, Suspense, type ComponentProps } from 'react'
import { persistently } from '../../ui/load-code.ts'

const Page = lazy(persistently(() => import('./error-page.tsx')))

/** Shows the error page, whose code is loaded on demand so that it adds nothing to other pages. */
export function LazyErrorPage(props: ComponentProps<typeof Page>) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  )
}
