import { FILE_TYPES, IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { FileDrop, type FileDropProps } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import type { ProductFiles } from './draft.ts'
import { listAcceptedFileTypes, getRejectionText } from './file-types.ts'

/** The two file fields of the product form: the file for the buyer and the cover. */
export function FileFields({
  files,
  onChange,
  showMissing = false,
  keptFileTexts,
  currentImageUrl,
}: {
  files: ProductFiles
  onChange: (files: ProductFiles) => void
  /** Whether missing files are shown as errors. This is the case after the first attempt to publish. */
  showMissing?: boolean
  /** The texts that describe the stored files, which are kept unless a new file is picked. */
  keptFileTexts?: { product: string; image: string }
  /** The URL of the stored cover. */
  currentImageUrl?: string
}) {
  const { productFileMaxBytes } = useSiteSettings()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ProductFileDrop
        name="product_file"
        label={m.create_file()}
        types={FILE_TYPES}
        maxBytes={productFileMaxBytes}
        hint={m.create_file_hint}
        idle={keptFileTexts?.product ?? m.drop_idle()}
        idleTouch={keptFileTexts ? undefined : m.drop_idle_touch()}
        error={showMissing && !files.product && m.create_file_missing()}
        file={files.product}
        onPick={product => onChange({ ...files, product })}
      />
      <ProductFileDrop
        name="image_file"
        label={m.create_image()}
        types={IMAGE_TYPES}
        maxBytes={LIMITS.imageMaxBytes}
        hint={m.create_image_hint}
        idle={keptFileTexts?.image ?? m.drop_image_idle()}
        idleTouch={keptFileTexts ? undefined : m.drop_image_idle_touch()}
        error={showMissing && !files.image && m.create_image_missing()}
        preview
        currentImageUrl={currentImageUrl}
        file={files.image}
        onPick={image => onChange({ ...files, image })}
      />
    </div>
  )
}

function ProductFileDrop({
  types,
  maxBytes,
  hint,
  idle,
  idleTouch,
  onPick,
  ...drop
}: Pick<
  FileDropProps,
  'name' | 'label' | 'error' | 'file' | 'onPick' | 'preview' | 'currentImageUrl'
> & {
  types: Parameters<typeof listAcceptedFileTypes>[0]
  maxBytes: number
  hint: (words: { max: string; types: string }) => string
  idle: string
  idleTouch: string | undefined
}) {
  const showRejections: FileDropProps['onReject'] = rejections => {
    for (const rejection of rejections)
      showToast('error', getRejectionText(rejection, maxBytes), { autoClose: FILE_ERROR_MS })
  }
  return (
    <FileDrop
      {...drop}
      accept={listAcceptedFileTypes(types)}
      maxBytes={maxBytes}
      hint={hint({ max: formatBytes(maxBytes), types: types.join(', ') })}
      texts={{
        idle,
        idleTouch,
        drop: m.drop_here(),
        reject: m.drop_refuse(),
        remove: m.drop_remove(),
      }}
      sizeText={formatBytes}
      onPick={file => {
        if (file?.size === 0) showRejections([{ file, kind: 'too-small', message: '' }])
        else onPick(file)
      }}
      onReject={showRejections}
    />
  )
}
