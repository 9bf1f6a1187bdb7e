import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { persistently } from '#web/ui/load-code.ts'

const HelpDialog = lazy(persistently(() => import('./help-dialog.tsx')))

/**
 * The help button at the bottom left of every page. If the margin beside the page is wide enough, it stays in view;
 * otherwise it is at the end of the page, where it covers nothing. Source: specification, what the product does.
 */
export function HelpButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="px-[18px] py-3 md:px-9 min-[86rem]:contents">
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex h-touch items-center gap-2 rounded-full border border-line bg-card px-4 font-[650] transition hover:border-edge min-[86rem]:fixed min-[86rem]:bottom-4 min-[86rem]:left-4 min-[86rem]:z-40 min-[86rem]:px-3 min-[86rem]:shadow-lift min-[96rem]:px-4"
      >
        <svg
          aria-hidden
          viewBox="0 0 24 24"
          className="size-5 fill-none stroke-awning-deep stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
        >
          <path d="M21 12a8.500 8.500 0 0 1-12.400 7.600L3.500 21l1.400-5A8.500 8.500 0 1 1 21 12z" />
          <path d="M9.700 9.500a2.400 2.400 0 0 1 4.700.7c0 1.600-2.400 2-2.400 3.300M12 16.500v.1" />
        </svg>
        <span className="min-[86rem]:max-[96rem]:sr-only">{m.help_button()}</span>
      </button>
      {isOpen && (
        <Suspense>
          <HelpDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
