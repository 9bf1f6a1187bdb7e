import { useState } from 'react'
import { addProductFile, replaceProductFile } from '#contract/files/product-files.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { readAgain } from '#web/api/query.ts'
import { checkProductFile } from '#web/features/files/product-file-rules.ts'
import { getFileProblemText } from '#web/features/files/file-types.ts'
import { cancelUpload, forgetUpload, uploadFile, waitForUpload } from '../uploads/upload-manager.ts'
import { askBeforeClosing } from '#web/shared/ask-before-closing.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

type Result = { ok: true } | { ok: false; code: ErrorCode }

/** Returns the id of a product. A new one is saved before, if it can be. */
export type RequireProductId = () => Promise<
  { ok: true; id: number } | { ok: false; code: ErrorCode }
>

/** Gives an uploaded file to a product. */
type Take = (productId: number, uploadId: string) => Promise<Result>

/**
 * Uploads files of a product, one after another. A file that is refused is named in a toast, and the others go on. The
 * uploads also go on if the seller opens another page of the dashboard.
 */
export function useFileUploads(requireId: RequireProductId) {
  const limits = useSiteSettings()
  const [running, setRunning] = useState<readonly File[]>([])

  /** @returns the number of files that the product has taken */
  const uploadAll = async (files: readonly File[], take: Take): Promise<number> => {
    // A new product is saved while its files are on their way.
    const saving = requireId()
    const keys: (string | undefined)[] = []
    for (const file of files) keys.push(await uploadFile(file))
    const product = await saving
    if (!product.ok) {
      for (const file of files) showFailedFile(file, product.code)
      for (const key of keys) if (key) void cancelUpload(key)
      return 0
    }
    let takenCount = 0
    // The product takes the files in the order in which they were chosen.
    for (const [index, key] of keys.entries()) {
      if (key === undefined) {
        showFailedFile(files[index]!, 'ERROR_FILE_CHANGED')
        continue
      }
      const sent = await waitForUpload(key)
      if (sent.state === 'cancelled') continue
      const result: Result =
        sent.state === 'ready' ? await take(product.id, sent.id) : { ok: false, code: sent.code }
      if (result.ok) {
        takenCount += 1
        forgetUpload(key)
      } else {
        showFailedFile(files[index]!, result.code)
        if (sent.state === 'refused') void cancelUpload(key)
      }
      // The product has taken the file if only the response was lost, so the list is fetched after a failure too.
      readAgain(['Products', 'Product', 'Space'])
    }
    return takenCount
  }

  const upload = async (files: readonly File[], take: Take): Promise<number> => {
    const checked = await Promise.all(files.map(file => checkProductFile(file, limits)))
    const valid = files.filter((_, index) => checked[index])
    if (valid.length === 0) return 0
    setRunning(valid)
    return askBeforeClosing(() => uploadAll(valid, take)).finally(() => setRunning([]))
  }

  return {
    /** The files that are being uploaded. */
    running,
    /** Adds files to the product, as many as it can take. Returns how many were added. */
    add: async (files: readonly File[], forEarlierBuyers: boolean): Promise<number> => {
      const count = await upload(files, (id, uploadId) =>
        callEndpoint(addProductFile, { params: { id }, body: { uploadId, forEarlierBuyers } }),
      )
      if (count > 0) showToast('success', m.files_added({ count }))
      return count
    },
    /** Uploads the next version of a file. Returns 1, or 0 if it was refused. */
    replace: async (slot: number, file: File): Promise<number> => {
      const count = await upload([file], (id, uploadId) =>
        callEndpoint(replaceProductFile, { params: { id, slot }, body: { uploadId } }),
      )
      if (count > 0) showToast('success', m.files_replaced())
      return count
    },
  }
}

function showFailedFile(file: File, code: ErrorCode): void {
  showToast('error', getFileProblemText(file, code), { autoClose: FILE_ERROR_MS })
}
