import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import type { OwnProduct } from '#contract/catalog/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '#web/api/client.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import {
  IMAGE_EXTENSIONS,
  checkImage,
  showRefusedImageToast,
} from '#web/features/catalog/image-rules.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Lets the seller add, reorder and remove the preview images of a product. Each change is saved at once. */
export function PreviewImages({ product: { id, previews } }: { product: OwnProduct }) {
  const [add, addition] = catalogApi.useAddPreviewMutation()
  const [order, reordering] = catalogApi.useOrderPreviewsMutation()
  const [remove, removal] = catalogApi.useDeletePreviewMutation()
  const isBusy = addition.isLoading || reordering.isLoading || removal.isLoading
  const freeSlots = LIMITS.previewsPerProduct - previews.length

  const showError = (error: unknown) => {
    const code = (error as Partial<ApiFailure> | undefined)?.code
    if (error) showToast('error', errorText(code ?? 'UNKNOWN_ERROR', getLocale()))
  }
  const addImage = async (file: File) => {
    if (!(await checkImage(file))) return
    const { error } = await add({ params: { id }, form: {}, files: { preview_file: file } })
    if (error) showRefusedImageToast(file, 'status' in error ? error.code : 'UNKNOWN_ERROR')
  }
  const move = async (from: number, to: number) => {
    const ids = previews.map(preview => preview.id)
    const [movedId] = ids.splice(from, 1)
    if (movedId === undefined) return
    ids.splice(to, 0, movedId)
    showError((await order({ params: { id }, body: { order: ids } })).error)
  }
  const removeImage = async (previewId: number) =>
    showError((await remove({ params: { id, previewId } })).error)

  return (
    <section aria-labelledby="previews">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="previews" className="text-[1.35rem]">
            {m.previews_title()}
          </h2>
          <p className="mt-1 max-w-[44em] text-small text-soft">
            {m.previews_lead({
              count: LIMITS.previewsPerProduct,
              max: formatBytes(LIMITS.imageMaxBytes),
            })}
          </p>
        </div>
        {freeSlots > 0 && (
          <FileButton
            accept={IMAGE_EXTENSIONS}
            pending={addition.isLoading}
            icon={<ImagePlus aria-hidden size={17} />}
            onPick={file => void addImage(file)}
          >
            {m.previews_add()}
          </FileButton>
        )}
      </div>
      {previews.length > 0 && (
        <ol className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
          {previews.map((preview, index) => (
            <li key={preview.id} className="grid gap-1.5">
              <img
                src={preview.imageFile}
                alt={m.preview_alt({ number: index + 1 })}
                loading="lazy"
                className="aspect-[4/5] w-full rounded-cover bg-tint object-cover shadow-soft"
              />
              <span className="flex justify-center">
                <IconButton
                  label={m.previews_earlier({ number: index + 1 })}
                  disabled={index === 0 || isBusy}
                  onClick={() => void move(index, index - 1)}
                  className="disabled:opacity-30"
                >
                  <ArrowLeft aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={m.previews_later({ number: index + 1 })}
                  disabled={index === previews.length - 1 || isBusy}
                  onClick={() => void move(index, index + 1)}
                  className="disabled:opacity-30"
                >
                  <ArrowRight aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={m.previews_remove({ number: index + 1 })}
                  disabled={isBusy}
                  onClick={() => void removeImage(preview.id)}
                  className="text-soft hover:bg-bad-tint hover:text-bad"
                >
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
