import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

/** A white surface with a thin border. With `panel` it is rounder and raised, for forms. */
export function Card({
  panel = false,
  id,
  className,
  children,
}: {
  panel?: boolean
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div
      id={id}
      className={cx(
        'border border-line bg-card',
        panel ? 'rounded-panel p-6 shadow-soft sm:p-8' : 'rounded-card p-5',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** The width of a digit of the display font, in em; punctuation is narrower. */
const DIGIT_EM = 0.6

/** Returns the size at which a text fits into one line of its container, so that no figure breaks between digits. */
const fitText = (text: string) =>
  `min(var(--text-figure), ${(100 / (DIGIT_EM * text.length)).toFixed(2)}cqi)`

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
          className="figures font-display text-[1.35rem] leading-[1.3] font-bold tracking-[-0.02em] whitespace-nowrap sm:text-figure"
          style={typeof value === 'string' ? { fontSize: fitText(value) } : undefined}
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
