import { useRef, useState } from 'react'
import type { PreviewImage } from '#contract/products/products.ts'
import { getWorkingCopy } from '#contract/products/working-copy.ts'
import { addPreview, reorderPreviews, deletePreview } from '#contract/products/previews.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { useWrite, changeRead } from '#web/api/query.ts'
import {
  IMAGE_EXTENSIONS,
  checkImage,
  showRefusedImageToast,
} from '#web/features/files/image-rules.ts'
import type { RequireProductId } from '#web/features/files/product-files/use-file-uploads.ts'
import { MoveButton } from '#web/shared/move-button.tsx'
import { moveItem, useDragOrder } from '#web/shared/use-drag-order.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'
import { GripVertical } from '#web/ui/icons/grip-vertical.tsx'
import { ImagePlus } from '#web/ui/icons/image-plus.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'

/**
 * Lets the seller add, reorder and remove the preview images of a product. Each change is saved at once, and buyers see
 * it once it is published.
 */
export function PreviewImages({
  productId,
  previews,
  requireId,
}: {
  /** 0 for a new product that is not saved yet. */
  productId: number
  previews: readonly PreviewImage[]
  requireId: RequireProductId
}) {
  const { add, isAdding, reorder, remove, isBusy } = usePreviewChanges(productId, requireId)
  const [announcement, setAnnouncement] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const count = previews.length
  const ids = previews.map(({ id }) => id)
  const freeSlots = LIMITS.previewsPerProduct - count

  const saveOrder = async (order: number[], movedId: number) => {
    if (!(await reorder(order))) return
    setAnnouncement(m.previews_moved({ position: order.indexOf(movedId) + 1, count }))
  }
  const { list, draggedId, cssOrderOf, handleOf } = useDragOrder(
    ids,
    (order, id) => void saveOrder(order, id),
    'grid',
  )
  return (
    <section aria-labelledby="previews">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 ref={heading} id="previews" tabIndex={-1} className="sr-only">
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
            multiple={freeSlots > 1}
            accept={IMAGE_EXTENSIONS}
            pending={isAdding}
            icon={<ImagePlus aria-hidden size={17} />}
            onPick={(file, others) => void add([file, ...others], freeSlots)}
          >
            {m.previews_add()}
          </FileButton>
        )}
      </div>
      <output className="sr-only">{announcement}</output>
      {count > 0 && (
        <ol ref={list} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-4">
          {previews.map((preview, index) => (
            <li
              key={preview.id}
              // Browsers allow this style in a strict CSP, because the script sets it.
              style={{ order: cssOrderOf(preview.id) }}
              data-dragged={draggedId === preview.id || undefined}
              className="group relative grid content-start gap-1.5"
            >
              <img
                src={preview.imageFile}
                alt={m.preview_alt({ number: index + 1 })}
                loading="lazy"
                draggable={false}
                className="aspect-[4/5] w-full rounded-cover bg-tint object-cover shadow-soft group-data-dragged:shadow-lift group-data-dragged:outline-3 group-data-dragged:outline-jade"
              />
              {count > 1 && (
                <span
                  {...handleOf(preview.id)}
                  title={m.files_drag()}
                  aria-hidden
                  className="absolute top-2 left-2 grid size-11 cursor-grab touch-none place-items-center rounded-full bg-card/85 text-ink shadow-soft active:cursor-grabbing"
                >
                  <GripVertical size={18} />
                </span>
              )}
              <span className="flex justify-center">
                <MoveButton
                  label={m.previews_earlier({ number: index + 1 })}
                  isPossible={index > 0 && !isBusy}
                  onClick={() => void saveOrder(moveItem(ids, index, index - 1), preview.id)}
                >
                  <ArrowLeft aria-hidden size={18} />
                </MoveButton>
                <MoveButton
                  label={m.previews_later({ number: index + 1 })}
                  isPossible={index < count - 1 && !isBusy}
                  onClick={() => void saveOrder(moveItem(ids, index, index + 1), preview.id)}
                >
                  <ArrowRight aria-hidden size={18} />
                </MoveButton>
                <IconButton
                  label={m.previews_remove({ number: index + 1 })}
                  disabled={isBusy}
                  onClick={() => {
                    void remove(preview.id)
                    // The button is gone in the next frame.
                    requestAnimationFrame(() => heading.current?.focus())
                  }}
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

/** Returns the calls that change the previews of a product or a draft. A failure is shown as a toast. */
function usePreviewChanges(productId: number, requireId: RequireProductId) {
  const [add] = useWrite(addPreview)
  const [orderPreviews, reordering] = useWrite(reorderPreviews)
  const [erase, removal] = useWrite(deletePreview)
  const [isAdding, setIsAdding] = useState(false)
  const params = { id: productId }

  /** Shows a change at once. Returns what takes it back. */
  const changeShown = (change: (shown: { previews: PreviewImage[] }) => void) =>
    changeRead(getWorkingCopy, { params }, change).undo
  const showFull = () =>
    showToast('info', m.previews_full({ count: LIMITS.previewsPerProduct }), {
      id: 'previews-full',
    })
  const upload = async (files: File[]) => {
    for (const file of files) {
      if (!(await checkImage(file))) continue
      const product = await requireId()
      if (!product.ok) return showRefusedImageToast(file, product.code)
      const { error } = await add({
        params: { id: product.id },
        form: {},
        files: { preview_file: file },
      })
      if (!error) continue
      const code = 'status' in error ? error.code : 'UNKNOWN_ERROR'
      // Another device has added images meanwhile.
      if (code === 'ERROR_UNEXPECTED_PARAMETER') return showFull()
      showRefusedImageToast(file, code)
    }
  }
  return {
    isAdding,
    isBusy: isAdding || reordering.isLoading || removal.isLoading,
    /** Uploads images one after the other, as many as there is room for. */
    add: async (files: File[], freeSlots: number) => {
      setIsAdding(true)
      await upload(files.slice(0, freeSlots))
      if (files.length > freeSlots) showFull()
      setIsAdding(false)
    },
    /** Shows the new sequence at once, and the former one again if it could not be saved. Returns whether it was. */
    reorder: async (order: number[]): Promise<boolean> => {
      const undo = changeShown(({ previews }) => {
        previews.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
      })
      const { error } = await orderPreviews({ params, body: { order } })
      if (!error) return true
      undo()
      showFailureToast(m.previews_failed(), error)
      return false
    },
    remove: async (previewId: number) => {
      const undo = changeShown(shown => {
        shown.previews = shown.previews.filter(({ id }) => id !== previewId)
      })
      const { error } = await erase({ params: { ...params, previewId } })
      if (!error) return
      undo()
      showFailureToast(m.previews_failed(), error)
    },
  }
}
