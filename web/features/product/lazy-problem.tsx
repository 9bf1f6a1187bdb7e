import { lazy, Suspense } from 'react'

/** Why there is no product to show: no id in the address, no such product, or the call failed. */
export type Problem = 'id' | 'missing' | 'failed'

const Page = lazy(() => import('./problem-page.tsx'))

/** The page for a product that cannot be shown, fetched only then. */
export function LazyProblem({ problem }: { problem: Problem }) {
  return (
    <Suspense>
      <Page problem={problem} />
    </Suspense>
  )
}
