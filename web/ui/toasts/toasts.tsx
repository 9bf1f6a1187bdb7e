import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../icon.tsx'
import { dismissErrorToasts, onFirstToast, showToast } from './toast.ts'
import { persistently } from '../load-code.ts'

const ToastContainers = lazy(
  persistently(() =>
    import('./toast-containers.tsx').then(module => ({ default: module.ToastContainers })),
  ),
)

const WIFI_OFF_ICON =
  'M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20'

export interface ToastTexts {
  label: string
  /** The accessible name of the container for persistent toasts. */
  persistentLabel: string
  close: string
  offline: string
  online: string
}

/**
 * The place where toasts appear, which the root renders once. The message about a lost connection is part of the page's
 * code, because no further code can be loaded without a connection.
 */
export function Toasts({ texts }: { texts: ToastTexts }) {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setIsNeeded(true)), [])
  useEffect(() => {
    // Who submits a form again has read why the last attempt failed.
    document.addEventListener('submit', dismissErrorToasts, true)
    return () => document.removeEventListener('submit', dismissErrorToasts, true)
  }, [])

  const online = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )
  const { online: onlineText } = texts
  const wasOnline = useRef(true)
  useEffect(() => {
    if (online && !wasOnline.current) showToast('success', onlineText, { id: 'online' })
    wasOnline.current = online
  }, [online, onlineText])

  return (
    <>
      <div
        role="alert"
        className="pointer-events-none fixed inset-x-4 top-[108px] z-70 mx-auto max-w-[376px]"
      >
        {!online && (
          <div className="toast toast-error toast-in">
            <Icon className="shrink-0 text-bad">
              <path d={WIFI_OFF_ICON} />
            </Icon>
            {texts.offline}
          </div>
        )}
      </div>
      {isNeeded && (
        <Suspense>
          <ToastContainers
            label={texts.label}
            persistentLabel={texts.persistentLabel}
            closeLabel={texts.close}
          />
        </Suspense>
      )}
    </>
  )
}

function subscribeToConnection(change: () => void) {
  addEventListener('online', change)
  addEventListener('offline', change)
  return () => {
    removeEventListener('online', change)
    removeEventListener('offline', change)
  }
}
