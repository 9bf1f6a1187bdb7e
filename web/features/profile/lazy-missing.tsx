import { lazy, Suspense } from 'react'

const Page = lazy(() => import('./missing-page.tsx'))

/** The page for a name nobody has, fetched only then. */
export function LazyMissing({ username }: { username: string }) {
  return (
    <Suspense>
      <Page username={username} />
    </Suspense>
  )
}
