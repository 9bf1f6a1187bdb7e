import { FILE_TYPES, IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'
import { useSite } from '#web/shared/site.ts'
import { FileDrop, type FileDropProps } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, toast } from '#web/ui/toasts/toast.ts'
import type { ProductFiles } from './draft.ts'
import { acceptOf, rejectionText } from './file-types.ts'

/** The file fields of a product: the file for the buyer and the cover. */
export function FileFields({
  files,
  onChange,
  missing = false,
  keeps,
}: {
  files: ProductFiles
  onChange: (files: ProductFiles) => void
  /** Shows the errors of missing files. It is set after the first attempt to publish. */
  missing?: boolean
  /** The texts for the stored files that are kept if no new file is picked. */
  keeps?: { product: string; image: string }
}) {
  const { productFileMaxBytes } = useSite()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Drop
        name="product_file"
        label={m.create_file()}
        types={FILE_TYPES}
        maxBytes={productFileMaxBytes}
        hint={m.create_file_hint}
        idle={keeps?.product ?? m.drop_idle()}
        error={missing && !files.product && m.create_file_missing()}
        file={files.product}
        onPick={product => onChange({ ...files, product })}
      />
      <Drop
        name="image_file"
        label={m.create_image()}
        types={IMAGE_TYPES}
        maxBytes={LIMITS.imageMaxBytes}
        hint={m.create_image_hint}
        idle={keeps?.image ?? m.drop_image_idle()}
        error={missing && !files.image && m.create_image_missing()}
        preview
        file={files.image}
        onPick={image => onChange({ ...files, image })}
      />
    </div>
  )
}

function Drop({
  types,
  maxBytes,
  hint,
  idle,
  onPick,
  ...drop
}: Pick<FileDropProps, 'name' | 'label' | 'error' | 'file' | 'onPick' | 'preview'> & {
  types: Parameters<typeof acceptOf>[0]
  maxBytes: number
  hint: (words: { max: string; types: string }) => string
  idle: string
}) {
  const refuse: FileDropProps['onReject'] = rejections => {
    for (const rejection of rejections)
      toast('error', rejectionText(rejection, maxBytes), { autoClose: FILE_ERROR_MS })
  }
  return (
    <FileDrop
      {...drop}
      accept={acceptOf(types)}
      maxBytes={maxBytes}
      hint={hint({ max: formatBytes(maxBytes), types: types.join(', ') })}
      texts={{
        idle,
        drop: m.drop_here(),
        refuse: m.drop_refuse(),
        remove: m.drop_remove(),
      }}
      sizeText={formatBytes}
      onPick={file => {
        if (file?.size === 0) refuse([{ file, kind: 'too-small', message: '' }])
        else onPick(file)
      }}
      onReject={refuse}
    />
  )
}
