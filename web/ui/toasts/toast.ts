import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastOptions {
  /** Milliseconds on screen instead of the usual (5 s; 3 s on phones); false: until it is closed. */
  autoClose?: number | false
  /** The same id never shows twice. */
  id?: string
}

/** How long a toast about a refused file stays. Source: specification, constants. */
export const FILE_ERROR_MS = 10_000

type Raise = (kind: ToastKind, message: ReactNode, options: ToastOptions) => void

let host: (() => void) | undefined
let raise: Raise | undefined
let waiting: Parameters<Raise>[] = []

/**
 * Raises a toast. The library behind it is fetched with the first one, so a page that raises none
 * does not pay for it.
 */
export function toast(kind: ToastKind, message: ReactNode, options: ToastOptions = {}) {
  if (raise) return raise(kind, message, options)
  waiting.push([kind, message, options])
  host?.()
}

/** For `Toasts` only: hears that there is something to show. */
export function onFirstToast(show: () => void) {
  host = show
  if (waiting.length > 0) show()
}

/** For the containers only: they stand, and take what waited. */
export function onContainersReady(ready: Raise | undefined) {
  raise = ready
  if (!ready) return
  const held = waiting
  waiting = []
  for (const one of held) ready(...one)
}
