import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import type { UploadProgress } from '#web/api/upload.ts'
import { paths } from '#web/paths.ts'
import { askBeforeClosing } from '#web/shared/ask-before-closing.ts'
import { showToast } from '#web/ui/toasts/toast.ts'
import { attemptUpload, type UploadFunction } from './upload-attempt.ts'

/** A running upload. Until the first bytes are sent, it has no progress. */
export interface RunningUpload {
  progress?: UploadProgress
}

/** The history state of the product list. */
export interface ProductListState {
  /** The id of the product that was just published, which the list then offers to share. */
  publishedId?: number | undefined
}

/** The name of the captcha action of a product form. */
type UploadAction = 'create_product_form' | 'update_product_form'

/** The texts and callbacks that are used when an upload ends. */
interface UploadEnd {
  /** Returns the text of the toast after a success. */
  getSuccessText: () => string
  failureText: string
  /** The path to which the toast about a failed upload links. */
  retryPath: string
  onSuccess: () => void
  /** Returns the history state with which the product list is opened after a success. */
  getListState?: () => ProductListState
  /**
   * Called after a failed or cancelled upload. The server has still stored the product if the last byte was already
   * sent.
   */
  onFailure: () => void
}

/**
 * Uploads a product form: solves the captcha, sends the form, shows a toast and opens the product list. The upload
 * continues if the user opens another page of the dashboard. Source: specification, product create, update.
 */
export function useUpload(action: UploadAction) {
  const [runningUpload, setRunningUpload] = useState<RunningUpload>()
  const controller = useRef<AbortController>(undefined)
  const isMounted = useRef(true)
  const takeCaptcha = useCaptcha(action)
  const navigate = useNavigate()

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const start = async (upload: UploadFunction, end: UploadEnd) => {
    const { signal } = (controller.current = new AbortController())
    setRunningUpload({})
    const outcome = await askBeforeClosing(() =>
      attemptUpload(upload, takeCaptcha, {
        signal,
        onProgress: progress => setRunningUpload({ progress }),
      }),
    ).finally(() => setRunningUpload(undefined))
    switch (outcome.state) {
      case 'noCaptcha':
        return showToast('error', m.create_captcha())
      case 'cancelled':
        end.onFailure()
        return showToast('info', m.sending_cancelled())
      case 'failed':
        end.onFailure()
        showToast(
          'error',
          <Failure
            title={end.failureText}
            code={toShownCode(action, outcome.code)}
            to={end.retryPath}
          />,
        )
        break
      case 'done':
        end.onSuccess()
        showToast('success', end.getSuccessText())
    }
    if (!isMounted.current) return
    const state = outcome.state === 'done' ? end.getListState?.() : undefined
    await navigate(paths.dashboardProducts(), { state })
  }

  return { runningUpload, start, cancel: () => controller.current?.abort() }
}

/** A change of a product to which nobody answered is named by what was tried. Source: specification, texts. */
const toShownCode = (action: UploadAction, code: ErrorCode): ErrorCode =>
  action === 'update_product_form' && code === 'UNKNOWN_ERROR' ? 'ERROR_UPDATING_PRODUCT' : code

function Failure({ title, code, to }: { title: string; code: ErrorCode; to: string }) {
  return (
    <span>
      <b className="block font-semibold">{title}</b>
      <span className="block">{errorText(code, getLocale())}</span>
      <Link to={to} className="link inline-flex min-h-11 items-center">
        {m.retry()}
      </Link>
    </span>
  )
}
