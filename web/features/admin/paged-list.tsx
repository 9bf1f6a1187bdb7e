import type { SerializedError } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

/**
 * Shows one page of a list with its loading, error and empty states, and the buttons that open the newer and the older
 * page.
 */
export function PagedList<Row>({
  query: { currentData, error, refetch },
  rows,
  empty,
  cursor,
  next,
  onCursor,
  children,
}: {
  query: {
    currentData?: unknown
    error?: ApiFailure | SerializedError | undefined
    refetch: () => unknown
  }
  rows: readonly Row[] | undefined
  empty: string
  cursor?: number | undefined
  next?: number | null | undefined
  onCursor?: (cursor: number | undefined) => void
  children: (rows: readonly Row[]) => ReactNode
}) {
  if (error && !currentData) return <LoadError failure={error} onRetry={() => void refetch()} />
  if (!rows)
    return (
      <div>
        <output className="sr-only">{m.loading()}</output>
        <Skeleton className="h-64 rounded-card" />
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {rows.length === 0 ? (
        <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">{empty}</p>
      ) : (
        children(rows)
      )}
      {onCursor && (cursor !== undefined || next) && (
        <div className="flex justify-between gap-3">
          {cursor !== undefined && (
            <Button kind="ghost" size="small" onClick={() => onCursor(undefined)}>
              {m.admin_newest()}
            </Button>
          )}
          {next && (
            <Button kind="ghost" size="small" className="ml-auto" onClick={() => onCursor(next)}>
              {m.admin_older()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
