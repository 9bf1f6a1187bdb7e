import type { ReactNode } from 'react'
import { IconButton } from '../ui/actions/button.tsx'

/** A button that moves an item of a list. It keeps the focus at the ends of the list, where it does nothing. */
export function MoveButton({
  label,
  isPossible,
  onClick,
  children,
}: {
  label: string
  isPossible: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={isPossible ? undefined : true}
      onClick={({ currentTarget }) => {
        if (!isPossible) return
        onClick()
        // Browsers take the focus from an element that is moved in the document.
        requestAnimationFrame(() => currentTarget.focus())
      }}
      className="aria-disabled:opacity-30"
    >
      {children}
    </IconButton>
  )
}
