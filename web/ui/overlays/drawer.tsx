import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { X } from '#web/ui/icons/x.tsx'
import { Awning } from '../brand/awning.tsx'

/** A dialog that slides in from the right at full height. On phones it fills the screen. */
export function Drawer({
  open,
  onClose,
  title,
  closeLabel,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}) {
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-50 animate-fade bg-veil" />
          <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-full max-w-xl animate-slide-in flex-col bg-paper shadow-lift outline-none">
            <Awning slim />
            <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-7">
              <Dialog.Title className="min-w-0 pt-1.5 font-display text-[1.5rem] leading-tight font-bold tracking-[-0.02em] break-words">
                {title}
              </Dialog.Title>
              <Dialog.Close
                aria-label={closeLabel}
                className="grid size-touch shrink-0 place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink"
              >
                <X aria-hidden size={20} />
              </Dialog.Close>
            </div>
            {/* Keyboard users must be able to reach the scrolling area: it contains controls or takes the focus
                itself. */}
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-10 sm:px-7">{children}</div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
