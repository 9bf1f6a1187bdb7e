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

/** Of a shelf's covers. On a phone a little less than they are wide, or a dense screen took the largest. */
export const SHELF_SIZES = '(min-width: 64rem) 372px, (min-width: 40rem) 50vw, 88vw'

/**
 * Where there are as many as fill whole rows on a desk (4 or 8): those that would stand in a broken row of three are
 * left out.
 */
export const WHOLE_ROWS =
  'sm:max-lg:[&>li:nth-child(4):last-child]:hidden sm:max-lg:[&>li:nth-child(n+7)]:hidden'

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
