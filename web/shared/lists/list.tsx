import type { ReactNode } from 'react'
import * as m from '#messages'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { type LoadableQuery, Loaded } from '../loaded.tsx'

/** A button or a link to another page of a list. */
export interface PageStep {
  label: string
  icon?: ReactNode
  /** The URL of the page, if it has one; otherwise `onPress` opens it. */
  to?: string
  onPress?: () => void
}

/** The ways to the newer and the older page. */
export interface PageSteps {
  newer: PageStep | undefined
  older: PageStep | undefined
}

/**
 * Shows one page of a list with its placeholder, failure and empty state, and the ways to the newer and the older page.
 * @param rows reads the rows out of the reply
 * @param empty the text of a list without rows
 * @param pages the steps to other pages; null if the reply has all rows
 */
export function List<Data, Row>({
  query,
  rows,
  empty,
  pages,
  size = 'small',
  skeleton = <Skeleton className="h-64 rounded-card" />,
  loading,
  children,
}: {
  query: LoadableQuery<Data>
  rows: (data: Data) => readonly Row[]
  empty: ReactNode
  pages: PageSteps | null
  /** The size of the buttons to other pages. */
  size?: 'small' | 'normal'
  skeleton?: ReactNode
  loading?: string
  children: (rows: readonly Row[]) => ReactNode
}) {
  const { newer, older } = pages ?? {}
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Loaded query={query} skeleton={skeleton} {...(loading !== undefined && { loading })}>
        {data =>
          rows(data).length === 0 ? (
            <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">{empty}</p>
          ) : (
            children(rows(data))
          )
        }
      </Loaded>
      {(newer ?? older) && (
        <nav aria-label={m.pages()} className="flex flex-wrap justify-between gap-3">
          {newer && <StepButton step={newer} size={size} />}
          {older && <StepButton step={older} size={size} className="ml-auto" />}
        </nav>
      )}
    </div>
  )
}

function StepButton({
  step: { label, icon, to, onPress },
  ...button
}: {
  step: PageStep
  size: 'small' | 'normal'
  className?: string
}) {
  return to === undefined ? (
    <Button kind="ghost" icon={icon} onClick={onPress} {...button}>
      {label}
    </Button>
  ) : (
    <LinkButton kind="ghost" icon={icon} to={to} {...button}>
      {label}
    </LinkButton>
  )
}
