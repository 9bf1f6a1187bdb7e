import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

/**
 * The sizes at which figures of up to so many characters fit into one line of their card, so that none breaks between
 * digits.
 */
const FIGURE_SIZES = [
  [8, 'text-[min(var(--text-figure),24cqi)]'],
  [12, 'text-[min(var(--text-figure),16cqi)]'],
  [16, 'text-[min(var(--text-figure),12.2cqi)]'],
  [Number.POSITIVE_INFINITY, 'text-[min(var(--text-figure),9.7cqi)]'],
] as const

const getFigureSize = (value: ReactNode) => {
  const length = typeof value === 'string' ? value.length : 0
  return FIGURE_SIZES.find(([characters]) => length <= characters)![1]
}

/** A card that shows a figure and its label. With `to` the whole card is a link. */
export function StatCard({
  label,
  value,
  icon,
  hint,
  to,
  children,
}: {
  label: string
  value: ReactNode
  icon?: ReactNode
  hint?: ReactNode
  to?: string
  /** The content under the figure, such as a meter. */
  children?: ReactNode
}) {
  const body = (
    <>
      <div className="flex items-center justify-between gap-2 text-small text-soft">
        {label}
        {icon}
      </div>
      <div className="@container mt-1">
        <div
          className={cx(
            'figures font-display leading-[1.3] font-bold tracking-[-0.02em] whitespace-nowrap',
            getFigureSize(value),
          )}
        >
          {value}
        </div>
      </div>
      {hint && <div className="mt-1 text-tiny text-soft">{hint}</div>}
      {children && <div className="mt-3">{children}</div>}
    </>
  )
  const box = 'block rounded-card border border-line bg-card p-[18px]'
  if (!to) return <div className={box}>{body}</div>
  return (
    <Link to={to} className={cx(box, 'transition hover:border-edge hover:shadow-soft')}>
      {body}
    </Link>
  )
}
