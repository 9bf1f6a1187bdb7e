import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import * as m from '#messages'
import { cx } from '../ui/cx.ts'

const MAIN_ID = 'content'

/** The first link of the page, with which keyboard users skip the navigation. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper transition focus:translate-y-0"
    >
      {m.skip_to_content()}
    </a>
  )
}

/** The path of the previous page in this tab. */
let previousPath: string | undefined

/**
 * The main landmark of a page. If the clicked link does not exist on the new page, the landmark takes the focus after
 * the navigation.
 */
export function MainLandmark({ className, children }: { className?: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (previousPath && previousPath !== pathname && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true })
    previousPath = pathname
  }, [pathname])
  return (
    <main ref={main} id={MAIN_ID} tabIndex={-1} className={cx('min-w-0 flex-1', className)}>
      {children}
    </main>
  )
}
