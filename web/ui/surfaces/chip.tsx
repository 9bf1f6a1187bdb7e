import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type ChipTone = 'plain' | 'jade' | 'warn' | 'bad'

const TONE_CLASSES: Record<ChipTone, string> = {
  plain: 'bg-tint text-soft',
  jade: 'bg-jade-tint text-jade',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

/** A small colored label. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-tiny font-semibold',
        TONE_CLASSES[tone],
      )}
    >
      {children}
    </span>
  )
}
