import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { type Draft, setDraftCover } from '#contract/catalog/drafts.ts'
import { baseApi } from '#web/api/query.ts'
import { uploadForm } from '#web/api/upload.ts'
import { getFileProblemText } from '#web/features/catalog/product-form/file-types.ts'
import {
  type FileName,
  useProductFiles,
} from '#web/features/catalog/product-form/use-product-files.ts'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

/**
 * Uploads the cover of a draft as soon as it is chosen. One that the server refuses is taken back, and says why.
 * @param chosen a cover that was chosen before the draft had an address
 * @param onSaved is called with the draft after its cover was stored
 */
export function useDraftCover(
  { id }: Pick<Draft, 'id'>,
  chosen: File | null,
  onSaved: (draft: Draft) => void,
) {
  const cover = useProductFiles({ image: chosen, product: null }, () => undefined)
  const dispatch = useDispatch()
  const upload = async (image: File) => {
    const result = await uploadForm(
      setDraftCover,
      { params: { id }, form: {}, files: { image_file: image } },
      () => undefined,
    )
    if (result.ok) {
      onSaved(result.body)
      // The page shows the stored cover from now on.
      cover.pick('image', null)
    } else {
      cover.refuse('image', result.code)
      showToast('error', getFileProblemText(image, result.code), { autoClose: FILE_ERROR_MS })
    }
    dispatch(baseApi.util.invalidateTags(['Products', 'Product']))
  }
  const first = useRef(chosen)
  useEffect(() => {
    const image = first.current
    first.current = null
    if (image) void upload(image)
  })
  return {
    ...cover,
    pick: (name: FileName, image: File | null) => {
      cover.pick(name, image)
      if (image) void upload(image)
    },
  }
}
