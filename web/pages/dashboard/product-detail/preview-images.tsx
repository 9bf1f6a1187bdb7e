import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import type { MyProduct } from '#contract/catalog/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { Failure } from '#web/api/query.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import { IMAGE_ENDINGS, imageFits, tellRefusedImage } from '#web/features/catalog/image-rules.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { toast } from '#web/ui/toasts/toast.ts'

/** Adds, orders and removes the preview images of a product. Each change is saved at once. */
export function Previews({ product: { id, previews } }: { product: MyProduct }) {
  const [add, adding] = catalogApi.useAddPreviewMutation()
  const [order, ordering] = catalogApi.useOrderPreviewsMutation()
  const [remove, removing] = catalogApi.useDeletePreviewMutation()
  const busy = adding.isLoading || ordering.isLoading || removing.isLoading
  const room = LIMITS.previewsPerProduct - previews.length

  const tell = (error: unknown) => {
    const code = (error as Partial<Failure> | undefined)?.code
    if (error) toast('error', errorText(code ?? 'UNKNOWN_ERROR', getLocale()))
  }
  const hang = async (file: File) => {
    if (!imageFits(file)) return
    const { error } = await add({ params: { id }, form: {}, files: { preview_file: file } })
    if (error) tellRefusedImage(file, 'status' in error ? error.code : 'UNKNOWN_ERROR')
  }
  const move = async (from: number, to: number) => {
    const ids = previews.map(preview => preview.id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    tell((await order({ params: { id }, body: { order: ids } })).error)
  }
  const take = async (previewId: number) =>
    tell((await remove({ params: { id, previewId } })).error)

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
        {room > 0 && (
          <FileButton
            accept={IMAGE_ENDINGS}
            pending={adding.isLoading}
            icon={<ImagePlus aria-hidden size={17} />}
            onPick={file => void hang(file)}
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
                  disabled={index === 0 || busy}
                  onClick={() => void move(index, index - 1)}
                  className="disabled:opacity-30"
                >
                  <ArrowLeft aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={m.previews_later({ number: index + 1 })}
                  disabled={index === previews.length - 1 || busy}
                  onClick={() => void move(index, index + 1)}
                  className="disabled:opacity-30"
                >
                  <ArrowRight aria-hidden size={18} />
                </IconButton>
                <IconButton
                  label={m.previews_remove({ number: index + 1 })}
                  disabled={busy}
                  onClick={() => void take(preview.id)}
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
