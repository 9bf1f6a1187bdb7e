import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, type ButtonSize } from '#web/ui/actions/button.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import type { useRunningUploads } from './use-publication.tsx'
import type { useSaving } from './use-saving.ts'

/** The opening of the page of a product as buyers will see it. */
export interface PreviewOpening {
  /** Whether it waits until everything is saved. */
  isOpening: boolean
  open: () => void
}

/** Opens the preview of a product once its files are uploaded and what was typed is saved, since it shows what is. */
export function usePreview(
  { flush, requireId }: Pick<ReturnType<typeof useSaving>, 'flush' | 'requireId'>,
  uploads: ReturnType<typeof useRunningUploads>,
): PreviewOpening {
  const [isOpening, setIsOpening] = useState(false)
  const navigate = useNavigate()
  const open = async () => {
    setIsOpening(true)
    await uploads.settle()
    const product = await requireId()
    // If it fails, the bar says so.
    if (product.ok && (await flush())) await navigate(paths.previewProduct(product.id))
    setIsOpening(false)
  }
  return { isOpening, open: () => void open() }
}

/** A button that opens the preview of a product. */
export const PreviewButton = ({
  preview: { isOpening, open },
  size,
  className,
}: {
  preview: PreviewOpening
  size?: ButtonSize
  className?: string
}) => (
  <Button
    kind="ghost"
    size={size}
    pending={isOpening}
    icon={<Eye aria-hidden size={18} />}
    className={className}
    onClick={open}
  >
    {m.page_preview_open()}
  </Button>
)

/** A button over the cover of a product that opens its preview, where there is no room for a text. */
export const PreviewCoverButton = ({
  preview: { isOpening, open },
}: {
  preview: PreviewOpening
}) => (
  <button
    type="button"
    aria-label={m.page_preview_open()}
    aria-busy={isOpening || undefined}
    onClick={() => !isOpening && open()}
    className="absolute -inset-x-1 inset-y-0 rounded-field sm:hidden"
  >
    <span className="absolute -right-0.5 -bottom-1.5 grid size-6 place-items-center rounded-full border border-line bg-card text-ink">
      <Eye aria-hidden size={14} />
    </span>
  </button>
)
