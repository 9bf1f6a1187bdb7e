import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OwnProductDetail } from '#contract/products/products.ts'
import { findProblems, getWorkingCopy, publishProduct } from '#contract/products/working-copy.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { readAgain } from '#web/api/query.ts'
import { getDraftPath } from '#web/features/products/working-copies/draft-path.ts'
import type { ProductListState } from '#web/features/products/working-copies/product-list-state.ts'
import { paths } from '#web/paths.ts'
import { askBeforeClosing } from '#web/shared/ask-before-closing.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { useSaving } from './use-saving.ts'

/** Knows the uploads of the form that run. */
export function useRunningUploads() {
  const running = useRef(new Set<Promise<unknown>>())
  const [count, setCount] = useState(0)
  const add = (upload: Promise<unknown>) => {
    running.current.add(upload)
    setCount(running.current.size)
    void upload.finally(() => {
      running.current.delete(upload)
      setCount(running.current.size)
    })
  }
  return {
    add,
    isRunning: count > 0,
    /** Resolves when no upload runs any more. */
    settle: async () => {
      while (running.current.size > 0) await Promise.all(running.current)
    },
  }
}

/**
 * Publishes a product once its uploads have ended, also if the seller opens another page of the dashboard meanwhile,
 * and opens the list of products. Source: specification, product create, update.
 */
export function usePublication(
  isDraft: boolean,
  { flush, requireId }: Pick<ReturnType<typeof useSaving>, 'flush' | 'requireId'>,
  uploads: ReturnType<typeof useRunningUploads>,
) {
  const [stage, setStage] = useState<'waiting' | 'publishing'>()
  const isMounted = useRef(true)
  const navigate = useNavigate()
  const send = useCaptchaCall(publishProduct)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  /** Waits for the uploads, and saves what was typed. Returns what is to be published, if it can be. */
  const prepare = async () => {
    await uploads.settle()
    const product = await requireId()
    // If it fails, the page says so beside the button.
    if (!product.ok || !(await flush())) return undefined
    // Not by the query of the page: once the page was left, a change of the product deletes its answer.
    const stored = await callEndpoint(getWorkingCopy, { params: { id: product.id } })
    // The server checks it again, and says why what was not read here is refused.
    const problems = stored.ok ? findProblems(stored.body) : []
    if (problems.some(name => name === 'product_file' || name === 'image_file'))
      showToast('error', m.create_missing_files(), { id: 'missing-files' })
    if (problems.length > 0) return undefined
    const concernsBuyers =
      stored.ok && stored.body.hasBuyers && stored.body.changes.includes('files')
    return { id: product.id, concernsBuyers }
  }
  const publish = async () => {
    setStage('waiting')
    const result = await askBeforeClosing(async () => {
      const prepared = await prepare()
      if (!prepared) return undefined
      setStage('publishing')
      return { ...prepared, ...(await send({ params: { id: prepared.id } })) }
    }).finally(() => setStage(undefined))
    if (!result) return
    if (!result.ok && result.code === 'ERROR_CAPTCHA_FAILED')
      return showToast('error', m.create_captcha())
    // The server has published it if only the answer was lost, so the products are read again after a failure too.
    readAgain(['Products', 'Product', 'Space'])
    if (result.ok) showToast('success', describeSuccess(isDraft, result.body))
    else showToast('error', <Failure isDraft={isDraft} id={result.id} code={result.code} />)
    if (!isMounted.current) return
    const state: ProductListState = {
      publishedId: result.ok && isDraft && !result.body.fileScan ? result.id : undefined,
      changedFilesId: result.ok && result.concernsBuyers ? result.id : undefined,
    }
    await navigate(paths.dashboardProducts(), { state })
  }
  return { publish, stage }
}

function describeSuccess(isDraft: boolean, { fileScan }: OwnProductDetail): string {
  if (!isDraft) return m.edit_done()
  return fileScan ? m.create_done_waiting() : m.create_done()
}

function Failure({ isDraft, id, code }: { isDraft: boolean; id: number; code: ErrorCode }) {
  // A change of a product to which nobody answered is named by what was tried. Source: specification, texts.
  const shown = !isDraft && code === 'UNKNOWN_ERROR' ? 'ERROR_UPDATING_PRODUCT' : code
  return (
    <span>
      <b className="block font-semibold">{isDraft ? m.create_failed() : m.edit_failed()}</b>
      <span className="block">{errorText(shown, getLocale())}</span>
      <Link
        to={isDraft ? getDraftPath(id) : paths.editProduct(id)}
        className="link inline-flex min-h-11 items-center"
      >
        {m.retry()}
      </Link>
    </span>
  )
}
