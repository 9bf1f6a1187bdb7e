import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'

const HelpDialog = lazy(() => import('./help-dialog.tsx'))

/**
 * The help button at the bottom left of every page. If the margin is narrow, it is a small tab at the edge. On phones
 * it is hidden while the user types. Source: specification, what the product does.
 */
export function HelpButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="help-button fixed bottom-4 left-0 z-40 inline-flex h-touch items-center gap-2 rounded-r-card border border-l-0 border-line bg-card pr-1.5 pl-1 font-[650] shadow-lift transition hover:border-edge xl:left-2 xl:rounded-full xl:border-l xl:px-3 min-[92rem]:left-4 min-[92rem]:px-4"
      >
        <svg
          aria-hidden
          viewBox="0 0 24 24"
          className="size-5 fill-none stroke-awning-deep stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
        >
          <path d="M21 12a8.500 8.500 0 0 1-12.400 7.600L3.500 21l1.400-5A8.500 8.500 0 1 1 21 12z" />
          <path d="M9.700 9.500a2.400 2.400 0 0 1 4.700.7c0 1.600-2.400 2-2.400 3.300M12 16.500v.1" />
        </svg>
        <span className="max-[92rem]:sr-only">{m.help_button()}</span>
      </button>
      {isOpen && (
        <Suspense>
          <HelpDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
