import type { ReactNode } from 'react'
import * as m from '#messages'
import { cx } from '../../ui/cx.ts'

const ID = 'content'

/** First stop of the keyboard: past the navigation. */
export function SkipLink() {
  return (
    <a
      href={`#${ID}`}
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper transition focus:translate-y-0"
    >
      {m.skip_to_content()}
    </a>
  )
}

/** The page's own part. */
export function Content({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main id={ID} tabIndex={-1} className={cx('min-w-0 flex-1', className)}>
      {children}
    </main>
  )
}
