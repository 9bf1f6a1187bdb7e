import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  cssTransition,
  toast,
  ToastContainer,
  type ToastContainerProps,
} from 'react-toastify/unstyled'
import { onContainersReady } from './toast.ts'

const Fall = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 })
const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

/** Persistent toasts stand apart: a limit would make the others wait behind them. */
const LASTING = 'lasting'
const PASSING = 'passing'

/** Source: specification, constants: top right for 5 s; on phones at the bottom, three at most, 3 s. */
function placing(phone: boolean): Pick<ToastContainerProps, 'position' | 'autoClose' | 'limit'> {
  return phone
    ? { position: 'bottom-center', autoClose: 3000, limit: 3 }
    : { position: 'top-right', autoClose: 5000 }
}

/** The two containers of the toast library; fetched with the first toast. */
export function Containers({
  region,
  lasting,
  closeLabel,
}: {
  region: string
  lasting: string
  closeLabel: string
}) {
  const [phone] = useState(() => matchMedia('(width < 40rem)').matches)

  // Effects of children run first, so both containers are known to the library here.
  useEffect(() => {
    onContainersReady((kind, message, { autoClose, id }) => {
      const Icon = icons[kind]
      toast(message, {
        type: kind,
        icon: <Icon size={20} aria-hidden />,
        containerId: autoClose === false ? LASTING : PASSING,
        role: kind === 'error' ? 'alert' : 'status',
        ...(autoClose !== undefined && { autoClose }),
        ...(id && { toastId: id }),
      })
    })
    return () => onContainersReady(undefined)
  }, [])

  const shared: ToastContainerProps = {
    ...placing(phone),
    hideProgressBar: true,
    pauseOnFocusLoss: true,
    draggable: 'touch',
    transition: Fall,
    closeButton: <Close label={closeLabel} />,
  }
  return (
    <>
      <ToastContainer {...shared} aria-label={region} containerId={PASSING} />
      <ToastContainer
        {...shared}
        aria-label={lasting}
        containerId={LASTING}
        autoClose={false}
        limit={undefined}
        // Never over the passing ones.
        position={phone ? 'top-right' : 'bottom-center'}
      />
    </>
  )
}

/** The library hands `closeToast` to the element it was given. */
function Close({ label, closeToast }: { label: string; closeToast?: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={closeToast} className="toast-close">
      <X aria-hidden size={18} />
    </button>
  )
}
