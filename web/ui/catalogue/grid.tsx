import { Children, type ReactNode } from 'react'
import { cx } from '../cx.ts'

const columns = {
  /** Home and explore: two on a phone, four on a desk. */
  rack: 'grid-cols-2 gap-x-3.5 gap-y-8 sm:grid-cols-3 sm:gap-x-[22px] lg:grid-cols-4',
  /** A profile's: one, two, three. Source: specification, public profile. */
  shelf: 'grid-cols-1 gap-x-[22px] gap-y-8 sm:grid-cols-2 lg:grid-cols-3',
  /** Figures on the dashboard. */
  stats: 'grid-cols-2 gap-4 xl:grid-cols-4',
}

/** Cards side by side, as a list. */
export function Grid({
  kind = 'rack',
  className,
  children,
}: {
  kind?: keyof typeof columns
  className?: string
  children: ReactNode
}) {
  return (
    <ul className={cx('grid', columns[kind], className)}>
      {Children.map(children, child => child && <li className="grid min-w-0">{child}</li>)}
    </ul>
  )
}
