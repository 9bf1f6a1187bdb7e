import { UNSCANNED_FILE_TYPES } from '#contract/catalog/file-sizes.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { FILE_TYPES, IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { type SiteSettings, useSiteSettings } from '#web/shared/site.ts'
import { FileDrop, type FileDropProps } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import {
  getFileProblemText,
  getMaxBytesByName,
  getRejectionText,
  listAcceptedFileTypes,
} from './file-types.ts'
import { startLargeFile } from '../send-product-file.ts'
import { findFileProblem } from './find-file-problem.ts'
import type { FileName, useProductFiles } from './use-product-files.ts'

type ProductFilesState = ReturnType<typeof useProductFiles>

/** The two file fields of the form for a new product: the first file for the buyer and the cover. */
export function FileFields({
  product,
  showMissing,
}: {
  product: ProductFilesState
  /** Whether missing files are shown as errors. This is the case after the first attempt to publish. */
  showMissing: boolean
}) {
  const limits = useSiteSettings()
  const { files, problems, pick, refuse } = product
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ProductFileDrop
        name="product_file"
        label={m.create_file()}
        types={FILE_TYPES}
        maxBytes={limits.productFileMaxBytes}
        getMaxBytes={file => getMaxBytesByName(file.name, limits)}
        hint={words => describeLimits(words, limits)}
        idle={m.drop_idle()}
        idleTouch={m.drop_idle_touch()}
        kind="product"
        problem={problems.product}
        error={showMissing && !files.product && m.create_file_missing()}
        file={files.product}
        onPick={file => {
          if (file) startLargeFile(file)
          pick('product', file)
        }}
        onRefuse={problem => refuse('product', problem)}
      />
      <CoverField product={product} showMissing={showMissing} />
    </div>
  )
}

/** Returns the hint with the limits of size, which are two if large archives and media are sold without a scan. */
function describeLimits(
  words: { types: string },
  { productFileMaxBytes, scannedFileMaxBytes, sellerQuotaBytes }: SiteSettings,
): string {
  // The operator may allow larger files than the usual room of a seller.
  const max = formatBytes(Math.min(productFileMaxBytes, sellerQuotaBytes))
  const hint = m.create_file_hint({ ...words, max })
  if (productFileMaxBytes === scannedFileMaxBytes) return hint
  const types = UNSCANNED_FILE_TYPES.join(', ')
  return `${hint} ${m.create_file_hint_unscanned({ types, max: formatBytes(scannedFileMaxBytes) })}`
}

/** The field for the cover. */
export function CoverField({
  product: { files, problems, pick, refuse },
  showMissing = false,
  keptText,
  currentImageUrl,
}: {
  product: ProductFilesState
  showMissing?: boolean
  /** The text that says that the stored cover is kept unless a new one is picked. */
  keptText?: string
  /** The URL of the stored cover. */
  currentImageUrl?: string
}) {
  return (
    <ProductFileDrop
      name="image_file"
      label={m.create_image()}
      types={IMAGE_TYPES}
      maxBytes={LIMITS.imageMaxBytes}
      hint={m.create_image_hint}
      idle={keptText ?? m.drop_image_idle()}
      idleTouch={keptText ? undefined : m.drop_image_idle_touch()}
      kind="image"
      problem={problems.image}
      error={showMissing && !files.image && m.create_image_missing()}
      preview
      currentImageUrl={currentImageUrl}
      file={files.image}
      onPick={file => pick('image', file)}
      onRefuse={problem => refuse('image', problem)}
    />
  )
}

function ProductFileDrop({
  types,
  maxBytes,
  getMaxBytes = () => maxBytes,
  hint,
  idle,
  idleTouch,
  kind,
  problem,
  error,
  onPick,
  onRefuse,
  ...drop
}: Pick<
  FileDropProps,
  'name' | 'label' | 'error' | 'file' | 'onPick' | 'preview' | 'currentImageUrl'
> & {
  types: Parameters<typeof listAcceptedFileTypes>[0]
  /** The maximum size of any file. */
  maxBytes: number
  /** Returns the maximum size of a file of its type. */
  getMaxBytes?: (file: File) => number
  hint: (words: { max: string; types: string }) => string
  idle: string
  idleTouch: string | undefined
  kind: FileName
  /** Why the file that was chosen last was refused. */
  problem: ErrorCode | undefined
  onRefuse: (problem: ErrorCode) => void
}) {
  const showRejections: FileDropProps['onReject'] = rejections => {
    for (const rejection of rejections)
      showToast('error', getRejectionText(rejection, getMaxBytes(rejection.file)), {
        autoClose: FILE_ERROR_MS,
      })
  }
  const take = async (file: File | null) => {
    if (file && file.size > getMaxBytes(file))
      return showRejections([{ file, kind: 'too-large', message: '' }])
    const found = file && (await findFileProblem(file, kind))
    if (!file || !found) return onPick(file)
    onRefuse(found)
    showToast('error', getFileProblemText(file, found), { autoClose: FILE_ERROR_MS })
  }
  return (
    <FileDrop
      {...drop}
      error={problem ? errorText(problem, getLocale()) : error}
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
        void take(file)
      }}
      onReject={showRejections}
    />
  )
}
