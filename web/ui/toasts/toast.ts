import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastOptions {
  /**
   * The milliseconds for which the toast is shown, instead of the default (5 s; 3 s on phones). If false, the toast
   * stays until the user closes it.
   */
  autoClose?: number | false
  /** The id of the toast. A toast is dropped if one with the same id is already shown. */
  id?: string
}

/** The milliseconds for which a toast about a rejected file is shown. Source: specification, constants. */
export const FILE_ERROR_MS = 10_000

type ShowToast = (kind: ToastKind, message: ReactNode, options: ToastOptions) => void

/** What the containers provide: showing a toast, and removing those that report an error. */
export interface ToastDisplay {
  show: ShowToast
  dismissErrors: () => void
}

let loadContainers: (() => void) | undefined
let display: ToastDisplay | undefined
let queue: Parameters<ShowToast>[] = []

/**
 * Shows a toast. A success removes the toasts that report an error, since what they said is over. The code of the toast
 * library is loaded with the first toast, so that pages without toasts do not load it.
 */
export function showToast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}) {
  if (kind === 'success') dismissErrorToasts()
  if (display) return display.show(kind, message, options)
  queue.push([kind, message, options])
  loadContainers?.()
}

/**
 * Removes the toasts that report an error, also those that still wait for the toast library. Those about a rejected
 * file stay.
 */
export function dismissErrorToasts(): void {
  queue = queue.filter(([kind, , { autoClose }]) => kind !== 'error' || autoClose === FILE_ERROR_MS)
  display?.dismissErrors()
}

/**
 * Registers the callback that loads the containers when the first toast is shown. Only `Toasts` calls this function.
 */
export function onFirstToast(show: () => void) {
  loadContainers = show
  if (queue.length > 0) show()
}

/**
 * Registers the display of toasts, and shows the toasts that have waited for it. Only the containers call this
 * function.
 */
export function onContainersReady(ready: ToastDisplay | undefined) {
  display = ready
  if (!ready) return
  const queuedToasts = queue
  queue = []
  for (const queuedToast of queuedToasts) ready.show(...queuedToast)
}
