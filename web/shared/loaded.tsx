import type { SerializedError } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import * as m from '#messages'
import type { ApiFailure } from '../api/client.ts'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { LoadError } from './load-error.tsx'

/** The result of `useRead`, as far as the screens that wait for it need it. */
export interface LoadableQuery<Data> {
  /** The last data that came, also those of other arguments. */
  data?: Data | undefined
  /** The data of the current arguments. */
  currentData?: Data | undefined
  error?: ApiFailure | SerializedError | undefined
  refetch: () => unknown
}

/** What is shown in place of data that are still loading: a box of a size, or a skeleton of its own. */
type Placeholder =
  | { height: string; skeleton?: undefined }
  | { skeleton: ReactNode; height?: undefined }

/**
 * Shows data of the server: a placeholder while they load, the failure with a button to retry, and the children once
 * they are there. Data stay on the screen if they cannot be refreshed.
 * @param loading what screen readers read meanwhile
 * @param missing replaces everything if the server answers that there is no such thing (400 or 404)
 * @param keepsPrevious keeps the data of the previous arguments on the screen while those of the next ones load
 */
export function Loaded<Data>({
  query,
  height,
  skeleton,
  loading = m.loading(),
  missing,
  keepsPrevious = false,
  children,
}: Placeholder & {
  query: LoadableQuery<Data>
  loading?: string
  missing?: ReactNode
  keepsPrevious?: boolean
  children: (data: Data) => ReactNode
}) {
  const { error, refetch } = query
  const data = keepsPrevious ? query.data : query.currentData
  if (error && missing !== undefined && isMissing(error)) return missing
  if (data !== undefined) return children(data)
  if (error) return <LoadError failure={error} onRetry={() => void refetch()} />
  const placeholder =
    height === undefined ? skeleton : <Skeleton className={cx('rounded-card', height)} />
  return (
    <div>
      <output className="sr-only">{loading}</output>
      {placeholder}
    </div>
  )
}

/**
 * Says above a screen that some of its data could not be loaded, with a button that loads them again. For a screen that
 * shows its other parts nevertheless.
 */
export function FailedLoads({ queries }: { queries: readonly LoadableQuery<unknown>[] }) {
  const failedQueries = queries.filter(({ error }) => error !== undefined)
  const failure = failedQueries[0]?.error
  if (!failure) return null
  const retry = () => {
    for (const { refetch } of failedQueries) void refetch()
  }
  return <LoadError failure={failure} onRetry={retry} />
}

const isMissing = (error: ApiFailure | SerializedError) =>
  'status' in error && (error.status === 404 || error.status === 400)
