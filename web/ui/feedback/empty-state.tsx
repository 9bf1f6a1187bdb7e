import { lazy, Suspense, type ReactNode } from 'react'
import type { IllustrationName } from '../brand/illustrations.tsx'
import { cx } from '../cx.ts'
import { persistently } from '../load-code.ts'

/** The code of the illustration is loaded on demand, because most pages never show it. Its space is reserved. */
const Illustration = lazy(persistently(() => import('../brand/illustrations.tsx')))

/**
 * Shows that there is no content or that an error occurred, with an illustration, a message and one or more actions.
 */
export function EmptyState({
  art,
  title,
  heading: Heading = 'h2',
  action,
  className,
  children,
}: {
  art: IllustrationName
  title: ReactNode
  /** The heading level of the title. */
  heading?: 'h1' | 'h2' | 'h3'
  action?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={cx('grid justify-items-center gap-4 px-4 py-12 text-center', className)}>
      <div className="aspect-[4/3] w-60 max-w-full">
        <Suspense>
          <Illustration art={art} />
        </Suspense>
      </div>
      <Heading className={cx('max-w-xl', Heading === 'h1' ? 'text-title' : 'text-h2')}>
        {title}
      </Heading>
      {children && <div className="max-w-md text-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
