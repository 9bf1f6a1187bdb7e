import { Children, type ReactNode } from 'react'
import { cx } from '../cx.ts'

const COLUMN_CLASSES = {
  /** The grid of the home and explore pages, with two columns on phones and four on large screens. */
  fourColumns: 'grid-cols-2 gap-x-3.5 gap-y-8 sm:grid-cols-3 sm:gap-x-[22px] lg:grid-cols-4',
  /** The grid of a profile, with one, two or three columns. Source: specification, public profile. */
  threeColumns: 'grid-cols-1 gap-x-[22px] gap-y-8 sm:grid-cols-2 lg:grid-cols-3',
  /** The grid for the figures of the dashboard. */
  stats: 'grid-cols-1 gap-4 min-[380px]:grid-cols-2 xl:grid-cols-4',
}

/**
 * The `sizes` attribute of covers in three columns. For phones the value is a little less than the real width, because
 * dense screens would otherwise load the largest image.
 */
export const THREE_COLUMN_COVER_SIZES = '(min-width: 64rem) 372px, (min-width: 40rem) 50vw, 88vw'

/**
 * The classes for lists of 4 or 8 cards, which fill complete rows of four. In three columns they hide the cards of an
 * incomplete last row.
 */
export const WHOLE_ROW_CLASSES =
  'sm:max-lg:[&>li:nth-child(4):last-child]:hidden sm:max-lg:[&>li:nth-child(n+7)]:hidden'

/** Arranges a list of cards in columns. */
export function Grid({
  kind = 'fourColumns',
  className,
  children,
}: {
  kind?: keyof typeof COLUMN_CLASSES
  className?: string
  children: ReactNode
}) {
  return (
    <ul className={cx('grid', COLUMN_CLASSES[kind], className)}>
      {Children.map(children, child => child && <li className="grid min-w-0">{child}</li>)}
    </ul>
  )
}
