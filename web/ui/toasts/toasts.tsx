import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { LINES, LineIcon } from '../line-icon.tsx'
import { onFirstToast, toast } from './toast.ts'

const Containers = lazy(() =>
  import('./containers.tsx').then(module => ({ default: module.Containers })),
)

export interface ToastTexts {
  region: string
  /** Of the ones that stay until they are closed. */
  lasting: string
  close: string
  offline: string
  online: string
}

/**
 * Where toasts appear; once, in the root. The one that says the connection is gone is part of the page,
 * because without a connection nothing more can be fetched to say it.
 */
export function Toasts({ texts }: { texts: ToastTexts }) {
  const [needed, setNeeded] = useState(false)
  useEffect(() => onFirstToast(() => setNeeded(true)), [])

  const online = useSyncExternalStore(
    hearConnection,
    () => navigator.onLine,
    () => true,
  )
  const { online: onlineText } = texts
  const wasOnline = useRef(true)
  useEffect(() => {
    if (online && !wasOnline.current) toast('success', onlineText, { id: 'online' })
    wasOnline.current = online
  }, [online, onlineText])

  return (
    <>
      <div
        role="alert"
        className="pointer-events-none fixed inset-x-4 top-4 z-70 mx-auto max-w-[376px]"
      >
        {!online && (
          <div className="toast toast-error toast-in">
            <LineIcon d={LINES.wifiOff} className="shrink-0 text-bad" />
            {texts.offline}
          </div>
        )}
      </div>
      {needed && (
        <Suspense>
          <Containers region={texts.region} lasting={texts.lasting} closeLabel={texts.close} />
        </Suspense>
      )}
    </>
  )
}

function hearConnection(change: () => void) {
  addEventListener('online', change)
  addEventListener('offline', change)
  return () => {
    removeEventListener('online', change)
    removeEventListener('offline', change)
  }
}
