import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import type { Progress } from '#web/api/upload.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toasts/toast.ts'

/** An upload under way; without progress until the first bytes are out. */
export interface Sending {
  progress?: Progress
}

/** What an upload needs besides its fields. */
export interface Means {
  captcha: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

type Outcome = { ok: true } | { ok: false; code: ErrorCode }

/** What is said and done when it ended. */
interface Ending {
  /** Toasts; the failed one leads back to `again`. */
  done: string
  failed: string
  again: string
  onDone: () => void
  /** Also where it was cancelled: its last byte may have left before, and the answer alone be lost. */
  onFailed: () => void
}

/**
 * Sends a product's form: captcha, upload, a toast, then on to the list, whether it went well or not. Leaving
 * the screen does not stop it. Source: specification, product create, update.
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
  /** What came of it; undefined without a captcha. */
  const attempt = async (
    upload: (means: Means) => Promise<Outcome>,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> => {
    // The upload outlives the screen, and so does the question.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    setSending({})
    try {
      const captcha = await Promise.race([takeCaptcha().catch(() => undefined), aborted(signal)])
      if (captcha === undefined || signal.aborted) return undefined
      const onProgress = (progress: Progress) => setSending({ progress })
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
