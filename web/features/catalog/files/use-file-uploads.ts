import { useRef, useState } from 'react'
import { addProductFile, replaceProductFile } from '#contract/catalog/product-files.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { readAgain } from '#web/api/query.ts'
import { type UploadProgress, uploadForm } from '#web/api/upload.ts'
import { checkProductFile } from '#web/features/catalog/product-file-rules.ts'
import { type SendableFile, prepareProductFile } from '#web/features/catalog/send-product-file.ts'
import { getFileProblemText } from '#web/features/catalog/product-form/file-types.ts'
import { askBeforeClosing } from '#web/shared/ask-before-closing.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

/** A file that is being uploaded. Until the first bytes are sent, it has no progress. */
export interface RunningFileUpload {
  name: string
  progress?: UploadProgress
  /** The number of files that are uploaded after this one. */
  waitingCount: number
}

interface SendOptions {
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

type Send = (
  file: File,
  options: SendOptions,
) => Promise<{ ok: true } | { ok: false; code: ErrorCode }>

/** Returns the id of a product. A new one is saved before, if it can be. */
export type RequireProductId = () => Promise<
  { ok: true; id: number } | { ok: false; code: ErrorCode }
>

/**
 * Uploads files of a product, one after another. A file that is refused is named in a toast, and the others go on. The
 * uploads also go on if the seller opens another page of the dashboard.
 */
export function useFileUploads(requireId: RequireProductId) {
  const limits = useSiteSettings()
  const [running, setRunning] = useState<RunningFileUpload>()
  const controller = useRef<AbortController>(undefined)

  /** @returns the number of files that were uploaded */
  const uploadAll = async (files: readonly File[], send: Send): Promise<number> => {
    const { signal } = (controller.current = new AbortController())
    let sentCount = 0
    await askBeforeClosing(async () => {
      for (const [index, file] of files.entries()) {
        if (signal.aborted) break
        const upload = { name: file.name, waitingCount: files.length - index - 1 }
        setRunning(upload)
        const result = await send(file, {
          signal,
          onProgress: progress => setRunning({ ...upload, progress }),
        })
        if (result.ok) sentCount += 1
        else if (!signal.aborted) showFailedFile(file, result.code)
        // The server has stored the file if only the response was lost, so the list is fetched after a failure too.
        readAgain(['Products', 'Product', 'Space'])
      }
    }).finally(() => setRunning(undefined))
    if (signal.aborted) showToast('info', m.files_cancelled())
    return sentCount
  }

  const findValidFiles = async (files: readonly File[]): Promise<File[]> => {
    const checked = await Promise.all(files.map(file => checkProductFile(file, limits)))
    return files.filter((_, index) => checked[index])
  }

  return {
    running,
    cancel: () => controller.current?.abort(),
    /** Adds files to the product, as many as it can take. Returns how many were added. */
    add: async (files: readonly File[], forEarlierBuyers: boolean): Promise<number> => {
      const valid = await findValidFiles(files)
      if (valid.length === 0) return 0
      const count = await uploadAll(valid, (file, options) =>
        sendProductFile(requireId, file, options, ({ id, uploadId, files }) =>
          uploadForm(
            addProductFile,
            {
              params: { id },
              form: { forEarlierBuyers, ...(uploadId && { uploadId }) },
              files,
              signal: options.signal,
            },
            options.onProgress,
          ),
        ),
      )
      if (count > 0) showToast('success', m.files_added({ count }))
      return count
    },
    /** Uploads the next version of a file. Returns 1, or 0 if it was refused. */
    replace: async (slot: number, file: File): Promise<number> => {
      if ((await findValidFiles([file])).length === 0) return 0
      const count = await uploadAll([file], (file, options) =>
        sendProductFile(requireId, file, options, ({ id, uploadId, files }) =>
          uploadForm(
            replaceProductFile,
            {
              params: { id, slot },
              form: { ...(uploadId && { uploadId }) },
              files,
              signal: options.signal,
            },
            options.onProgress,
          ),
        ),
      )
      if (count > 0) showToast('success', m.files_replaced())
      return count
    },
  }
}

/** Sends a file to the server, and tells the product about it by a call. */
async function sendProductFile<Result extends { ok: true } | { ok: false; code: ErrorCode }>(
  requireId: RequireProductId,
  file: File,
  options: SendOptions,
  call: (file: SendableFile & { id: number }) => Promise<Result>,
): Promise<Result | { ok: false; code: ErrorCode }> {
  const product = await requireId()
  if (!product.ok) return product
  const prepared = await prepareProductFile(file, options)
  if (!prepared.ok) return prepared
  const result = await call({ ...prepared, id: product.id })
  if (result.ok) prepared.onTaken()
  return result
}

function showFailedFile(file: File, code: ErrorCode): void {
  showToast('error', getFileProblemText(file, code), { autoClose: FILE_ERROR_MS })
}
