import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useNavigate } from 'react-router'
import { createProduct, type ProductForm } from '#contract/catalog.ts'
import type { ErrorCode } from '#contract/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { cache } from '../../../api/cache.ts'
import { useCaptcha } from '../../../api/captcha.ts'
import { upload, type Progress } from '../../../api/upload.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { dropDraft, keepDraft } from './draft.ts'

/** An upload under way; without progress until the first bytes are out. */
export interface Sending {
  progress?: Progress
}

/**
 * Publishes a product: captcha, upload, a toast, then on to the list, whether it went well or not (what was
 * written is kept for another try). Leaving the screen does not stop it. Source: specification, product create.
 */
export function usePublish() {
  const [sending, setSending] = useState<Sending>()
  const abort = useRef<AbortController>(undefined)
  const here = useRef(true)
  const takeCaptcha = useCaptcha('create_product_form')
  const dispatch = useDispatch()
  const navigate = useNavigate()

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useEffect(() => {
    if (!sending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [sending])

  const publish = async (form: ProductForm, files: { image: File; product: File }) => {
    const { signal } = (abort.current = new AbortController())
    setSending({})
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) {
      setSending(undefined)
      return toast('error', m.create_captcha())
    }
    const answer = await upload(
      createProduct,
      {
        form,
        captcha,
        files: { image_file: files.image, product_file: files.product },
        signal,
      },
      progress => setSending({ progress }),
    )
    setSending(undefined)
    if (signal.aborted) return toast('info', m.sending_cancelled())
    if (answer.ok) {
      dropDraft()
      dispatch(cache.util.invalidateTags(['Products', 'Space']))
      toast('success', m.create_done())
    } else {
      keepDraft({ form, files })
      toast('error', <Reason code={answer.code} />)
    }
    if (here.current) await navigate('/dashboard/products')
  }

  return { sending, publish, cancel: () => abort.current?.abort() }
}

function Reason({ code }: { code: ErrorCode }) {
  return (
    <span>
      <b className="block font-semibold">{m.create_failed()}</b>
      <span className="block">{errorText(code, getLocale())}</span>
      <Link to="/dashboard/product/create" className="link inline-flex min-h-8 items-center">
        {m.retry()}
      </Link>
    </span>
  )
}
