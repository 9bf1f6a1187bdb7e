import type { ReactNode } from 'react'
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
