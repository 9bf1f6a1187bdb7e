import { useEffect, useState } from 'react'
import {
  cssTransition,
  type Id,
  toast,
  ToastContainer,
  type ToastContainerProps,
} from 'react-toastify/unstyled'
import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { Info } from '#web/ui/icons/info.tsx'
import { TriangleAlert } from '#web/ui/icons/triangle-alert.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { FILE_ERROR_MS, onContainersReady } from './toast.ts'

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 })
const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

/**
 * The name of the container for persistent toasts. In the other container they would count toward the limit and make
 * other toasts wait.
 */
const PERSISTENT = 'persistent'
const TRANSIENT = 'transient'

/**
 * Returns the position, duration and limit of toasts: at the top right for 5 s; on phones at the bottom, three at
 * most, for 3 s. Source: specification, constants.
 */
function placementFor(
  isPhone: boolean,
): Pick<ToastContainerProps, 'position' | 'autoClose' | 'limit'> {
  return isPhone
    ? { position: 'bottom-center', autoClose: 3000, limit: 3 }
    : { position: 'top-right', autoClose: 5000 }
}

/** The two containers of the toast library. Their code is loaded with the first toast. */
export function ToastContainers({
  label,
  persistentLabel,
  closeLabel,
}: {
  label: string
  persistentLabel: string
  closeLabel: string
}) {
  const [isPhone] = useState(() => matchMedia('(width < 40rem)').matches)

  // React runs the effects of children first, so both containers are registered with the toast library when this effect
  // runs.
  useEffect(() => {
    const errorIds = new Set<Id>()
    onContainersReady({
      show: (kind, message, { autoClose, id }) => {
        const Icon = ICONS[kind]
        const toastId = toast(message, {
          type: kind,
          icon: <Icon size={20} aria-hidden />,
          containerId: autoClose === false ? PERSISTENT : TRANSIENT,
          role: kind === 'error' ? 'alert' : 'status',
          ...(autoClose !== undefined && { autoClose }),
          ...(id && { toastId: id }),
        })
        // What a file was refused for stays for its time, whatever is submitted meanwhile.
        if (kind === 'error' && autoClose !== FILE_ERROR_MS) errorIds.add(toastId)
      },
      dismissErrors: () => {
        for (const id of errorIds) toast.dismiss(id)
        errorIds.clear()
      },
    })
    return () => onContainersReady(undefined)
  }, [])

  const shared: ToastContainerProps = {
    ...placementFor(isPhone),
    hideProgressBar: true,
    pauseOnFocusLoss: true,
    draggable: 'touch',
    transition: transition,
    closeButton: <CloseButton label={closeLabel} />,
  }
  return (
    <>
      <ToastContainer {...shared} aria-label={label} containerId={TRANSIENT} />
      <ToastContainer
        {...shared}
        aria-label={persistentLabel}
        containerId={PERSISTENT}
        autoClose={false}
        limit={undefined}
        // Persistent toasts have another position, so that they do not cover the transient ones.
        position={isPhone ? 'top-right' : 'bottom-center'}
      />
    </>
  )
}

/** The close button of a toast. The toast library passes `closeToast`. */
function CloseButton({ label, closeToast }: { label: string; closeToast?: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={closeToast} className="toast-close">
      <X aria-hidden size={18} />
    </button>
  )
}
