import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type ChipTone = 'plain' | 'jade' | 'warn' | 'bad'

const TONE_CLASSES: Record<ChipTone, string> = {
  plain: 'chip-plain',
  jade: 'bg-jade-tint text-jade',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

/** A small colored label. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  return <span className={cx('chip', TONE_CLASSES[tone])}>{children}</span>
}
