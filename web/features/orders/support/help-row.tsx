import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'

const ROW_CLASSES =
  'flex min-h-touch cursor-pointer list-none items-center justify-between gap-3 py-1 font-[550] text-ink [&::-webkit-details-marker]:hidden'

const arrow = (
  <ChevronRight
    aria-hidden
    size={18}
    className="shrink-0 text-soft transition group-open:rotate-90"
  />
)

/** A row with an arrow that opens its content below it. The content is rendered from the first opening on. */
export function HelpRow({ label, children }: { label: string; children: ReactNode }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details
      className="group text-small"
      onToggle={event => event.currentTarget.open && setIsOpened(true)}
    >
      <summary className={ROW_CLASSES}>
        {label}
        {arrow}
      </summary>
      {isOpened && (
        <div className="grid justify-items-start gap-4 pt-1 pb-4 text-soft">{children}</div>
      )}
    </details>
  )
}

/** A row with an arrow that leads to another page. */
export function HelpLink({ label, to }: { label: string; to: string }) {
  return (
    <Link to={to} className={ROW_CLASSES}>
      {label}
      {arrow}
    </Link>
  )
}
