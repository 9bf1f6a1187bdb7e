import { useEffect, useRef, type ReactNode } from 'react'
import { OutcomeArt, type OutcomeArtName } from './outcome-art.tsx'

/**
 * Shows the outcome of an action on a separate page: an illustration, a heading, an explanation and links. If the page
 * replaces a form or a progress bar, `focusHeading` moves the focus to the heading, so that screen readers announce it.
 */
export function OutcomePage({
  art,
  title,
  lead,
  focusHeading = false,
  children,
}: {
  art: OutcomeArtName
  title: string
  lead: ReactNode
  focusHeading?: boolean
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusHeading) heading.current?.focus()
  }, [focusHeading])
  return (
    <div className="wrap pt-2 pb-20 lg:pt-8 lg:pb-28">
      <div className="mx-auto max-w-[35rem] overflow-hidden rounded-panel border border-line bg-card shadow-soft">
        <OutcomeArt name={art} />
        <div className="grid gap-4 px-6 pt-7 pb-8 sm:px-9 sm:pb-10">
          <h1 ref={heading} tabIndex={focusHeading ? -1 : undefined} className="text-title">
            {title}
          </h1>
          <div className="grid gap-3 text-soft">{lead}</div>
          {children}
        </div>
      </div>
    </div>
  )
}
