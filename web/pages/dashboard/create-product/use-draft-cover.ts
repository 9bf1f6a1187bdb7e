import { useRef, useState } from 'react'
import { type Draft, setDraftCover, getDraft } from '#contract/catalog/drafts.ts'
import { changeRead, readAgain } from '#web/api/query.ts'
import { uploadForm } from '#web/api/upload.ts'
import type { RequireProductId } from '#web/features/catalog/files/use-file-uploads.ts'
import { getFileProblemText } from '#web/features/catalog/product-form/file-types.ts'
import { useCover } from '#web/features/catalog/product-form/use-cover.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

/**
 * Uploads the cover of a draft as soon as it is chosen. One that the server refuses is taken back, and says why.
 * @param onUpload is called with a promise that resolves when a cover is uploaded, or refused
 * @param onSaved is called with the draft after its cover was stored
 */
export function useDraftCover(
  requireId: RequireProductId,
  onUpload: (upload: Promise<unknown>) => void,
  onSaved: (draft: Draft) => void,
) {
  const cover = useCover(null, () => undefined)
  // One upload at a time, so that the cover that was chosen last is the one that is stored.
  const uploads = useRef(Promise.resolve())
  const latest = useRef<File>(undefined)
  /** A drawn cover, which is drawn again when the title changes. */
  const [drawn, setDrawn] = useState<File | null>(null)

  const upload = async (image: File): Promise<void> => {
    if (latest.current !== image) return
    const draft = await requireId()
    const result = draft.ok
      ? await uploadForm(
          setDraftCover,
          { params: { id: draft.id }, form: {}, files: { image_file: image } },
          () => undefined,
        )
      : draft
    if (result.ok) {
      onSaved(result.body)
      const params = { id: result.body.id }
      changeRead(getDraft, { params }, () => result.body)
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
