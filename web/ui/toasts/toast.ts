import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastOptions {
  /**
   * How long the toast is shown instead of the default (5 s; 3 s on phones), in milliseconds; false keeps it until it
   * is closed.
   */
  autoClose?: number | false
  /** A toast with an id that is already shown is dropped. */
  id?: string
}

/** How long a toast about a rejected file is shown. Source: specification, constants. */
export const FILE_ERROR_MS = 10_000

type ShowToast = (kind: ToastKind, message: ReactNode, options: ToastOptions) => void

let loadContainers: (() => void) | undefined
let showToast: ShowToast | undefined
let queue: Parameters<ShowToast>[] = []

/** Shows a toast. The library's code is loaded with the first one, so that pages without toasts do not pay for it. */
export function toast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}) {
  if (showToast) return showToast(kind, message, options)
  queue.push([kind, message, options])
  loadContainers?.()
}

/** Registers the callback that loads the containers for the first toast. Only `Toasts` calls it. */
export function onFirstToast(show: () => void) {
  loadContainers = show
  if (queue.length > 0) show()
}

/** Registers the function that shows toasts, and shows those that waited for it. Only the containers call it. */
export function onContainersReady(ready: ShowToast | undefined) {
  showToast = ready
  if (!ready) return
  const queuedToasts = queue
  queue = []
  for (const queuedToast of queuedToasts) ready(...queuedToast)
}
