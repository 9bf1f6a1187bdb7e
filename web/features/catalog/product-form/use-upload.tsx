import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import type { UploadProgress } from '#web/api/upload.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toasts/toast.ts'

/** A running upload. It has no progress until the first bytes are sent. */
export interface Sending {
  progress?: UploadProgress
}

/** The arguments of an upload besides its fields. */
export interface Means {
  captcha: string
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

type Outcome = { ok: true } | { ok: false; code: ErrorCode }

/** The texts and callbacks for the end of an upload. */
interface Ending {
  /** The texts of the toasts. The one for a failure links to `retryPath`. */
  done: string
  failed: string
  again: string
  onDone: () => void
  /** Also called after a cancelled upload: its last byte may have been sent before, and the product may be stored. */
  onFailed: () => void
}

/**
 * Uploads a product form: solves the captcha, uploads, shows a toast and opens the product list. Leaving the page does
 * not stop the upload. Source: specification, product create, update.
 */
export function useSending(action: 'create_product_form' | 'update_product_form') {
  const [sending, setSending] = useState<Sending>()
  const abort = useRef<AbortController>(undefined)
  const here = useRef(true)
  const takeCaptcha = useCaptcha(action)
  const navigate = useNavigate()

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const attempt = async (
    upload: (means: Means) => Promise<Outcome>,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> => {
    // The upload continues on other pages of the dashboard, and so does the warning before the tab is closed.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    setSending({})
    try {
      const captcha = await Promise.race([takeCaptcha().catch(() => undefined), aborted(signal)])
      if (captcha === undefined || signal.aborted) return undefined
      const onProgress = (progress: UploadProgress) => setSending({ progress })
      return await upload({ captcha, signal, onProgress })
    } finally {
      removeEventListener('beforeunload', ask)
      setSending(undefined)
    }
  }

  const send = async (
    upload: (means: Means) => Promise<Outcome>,
    { done, failed, again, onDone, onFailed }: Ending,
  ) => {
    const { signal } = (abort.current = new AbortController())
    const answer = await attempt(upload, signal)
    if (answer?.ok) {
      onDone()
      toast('success', done)
    } else if (signal.aborted) {
      onFailed()
      return toast('info', m.sending_cancelled())
    } else if (answer) {
      onFailed()
      toast('error', <Reason title={failed} code={answer.code} again={again} />)
    } else return toast('error', m.create_captcha())
    if (here.current) await navigate(paths.dashboardProducts())
  }

  return { sending, send, cancel: () => abort.current?.abort() }
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

function Reason({ title, code, again }: { title: string; code: ErrorCode; again: string }) {
  return (
    <span>
      <b className="block font-semibold">{title}</b>
      <span className="block">{errorText(code, getLocale())}</span>
      <Link to={again} className="link inline-flex min-h-8 items-center">
        {m.retry()}
      </Link>
    </span>
  )
}
