import { useRef, useState } from 'react'
import { type WorkingCopy, getWorkingCopy, setCover } from '#contract/products/working-copy.ts'
import { callEndpoint } from '#web/api/client.ts'
import { isReadable } from '#web/api/is-readable.ts'
import { changeRead, readAgain } from '#web/api/query.ts'
import type { RequireProductId } from '#web/features/files/product-files/use-file-uploads.ts'
import { getFileProblemText } from '#web/features/files/file-types.ts'
import { useChosenCover } from '#web/features/products/form/use-chosen-cover.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

/**
 * Uploads the cover of a product as soon as it is chosen. One that the server refuses is taken back, and says why.
 * @param onUpload is called with a promise that resolves when a cover is uploaded, or refused
 * @param onSaved is called with the working copy after its cover was stored
 */
export function useCover(
  requireId: RequireProductId,
  onUpload: (upload: Promise<unknown>) => void,
  onSaved: (copy: WorkingCopy) => void,
) {
  const cover = useChosenCover()
  // One upload at a time, so that the cover that was chosen last is the one that is stored.
  const uploads = useRef(Promise.resolve())
  const latest = useRef<File>(undefined)
  /** A drawn cover, which is drawn again when the title changes. */
  const [drawn, setDrawn] = useState<File | null>(null)

  const send = async (image: File) => {
    const product = await requireId()
    if (!product.ok) return product
    if (!(await isReadable(image))) return { ok: false, code: 'ERROR_FILE_CHANGED' } as const
    const params = { id: product.id }
    return callEndpoint(setCover, { params, form: {}, files: { image_file: image } })
  }
  const upload = async (image: File): Promise<void> => {
    if (latest.current !== image) return
    const result = await send(image)
    if (result.ok) {
      onSaved(result.body)
      const params = { id: result.body.id }
      changeRead(getWorkingCopy, { params }, () => result.body)
      // The page shows the stored cover from now on.
      if (latest.current === image) cover.pick(null)
    } else if (latest.current === image) {
      setDrawn(null)
      cover.refuse(result.code)
      showToast('error', getFileProblemText(image, result.code), { autoClose: FILE_ERROR_MS })
    }
    readAgain(['Products', 'Product'])
  }
  const pick = (image: File | null, drawnImage: File | null = null) => {
    setDrawn(drawnImage)
    cover.pick(image)
    latest.current = image ?? undefined
    if (!image) return
    uploads.current = uploads.current.then(() => upload(image))
    onUpload(uploads.current)
  }
  return {
    ...cover,
    drawn,
    pick: (image: File | null) => pick(image),
    pickDrawn: (image: File) => pick(image, image),
  }
}
