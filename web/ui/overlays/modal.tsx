import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { X } from '#web/ui/icons/x.tsx'
import { Button } from '../actions/button.tsx'
import { Awning } from '../brand/awning.tsx'
import { cx } from '../cx.ts'

interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  /** The buttons at the bottom right; on phones they take the full width. */
  actions?: ReactNode
  size?: 'small' | 'normal' | 'large'
  children?: ReactNode
}

const WIDTH_CLASSES = { small: 'max-w-md', normal: 'max-w-xl', large: 'max-w-3xl' }

/** A dialog that keeps the focus inside. When it closes, the focus returns to the element that opened it. */
export function Modal({
  open,
  onClose,
  title,
  description,
  closeLabel,
  actions,
  size = 'normal',
  children,
}: ModalProps) {
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
        <Dialog.Portal>
          {/* Over another dialog or a drawer it dims that one too. */}
          <Dialog.Backdrop forceRender className="fixed inset-0 z-50 animate-fade bg-veil" />
          <Dialog.Viewport
            data-modal
            className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4"
          >
            <Dialog.Popup
              className={cx(
                'relative w-full animate-rise overflow-hidden rounded-panel bg-card shadow-lift outline-none',
                WIDTH_CLASSES[size],
              )}
            >
              <Awning slim className="bg-card" />
              <div className="grid gap-5 px-6 pt-5 pb-6">
                <div className="pr-12">
                  <Dialog.Title className="font-display text-[1.5rem] leading-tight font-bold tracking-[-0.02em]">
                    {title}
                  </Dialog.Title>
                  {description && (
                    <Dialog.Description className="mt-2 text-soft">
                      {description}
                    </Dialog.Description>
                  )}
                </div>
                {children}
                {actions && (
                  <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
                    {actions}
                  </div>
                )}
              </div>
              <Dialog.Close
                aria-label={closeLabel}
                className="absolute top-8 right-4 grid size-touch place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink"
              >
                <X aria-hidden size={20} />
              </Dialog.Close>
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel,
  onConfirm,
  pending = false,
  danger = true,
  ...modal
}: Omit<ModalProps, 'actions' | 'size'> & {
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  pending?: boolean
  danger?: boolean
}) {
  return (
    <Modal
      {...modal}
      size="small"
      actions={
        <>
          <Button kind="ghost" onClick={modal.onClose}>
            {cancelLabel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
