import { useState, type ReactNode } from 'react'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'

/** A row that names what is optional and opens its fields. It stays open while one of them has an error. */
export function OptionalRow({
  title,
  value,
  hasError = false,
  children,
}: {
  title: string
  /** What the fields have, in a few words; empty if they have nothing. */
  value: string
  hasError?: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen || hasError}
      onToggle={event => setIsOpen(event.currentTarget.open)}
      className="group/row min-w-0 border-t border-line first:border-t-0"
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-field py-2.5 [&::-webkit-details-marker]:hidden">
        <span className="shrink-0 font-semibold">{title}</span>
        <span className="min-w-0 flex-1 truncate text-right text-small text-soft group-open/row:invisible">
          {value}
        </span>
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-soft transition group-open/row:rotate-180"
        />
      </summary>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 pt-1 pb-6">{children}</div>
    </details>
  )
}
