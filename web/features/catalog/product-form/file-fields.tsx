import { useState } from 'react'
import { UNSCANNED_FILE_TYPES } from '#contract/files/file-sizes.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { FILE_TYPES, IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { type SiteSettings, useSiteSettings } from '#web/shared/site.ts'
import { FileDrop, type FileRejection } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import { getFileProblemText, getRejectionText, listAcceptedFileTypes } from './file-types.ts'
import { findFileProblem } from './find-file-problem.ts'
import type { ChosenCover } from './use-chosen-cover.ts'

/** The field for the first files of a product, of which the user can choose several at once. */
export function FirstFilesField({
  onPick,
  showMissing,
}: {
  onPick: (files: File[]) => void
  showMissing: boolean
}) {
  const limits = useSiteSettings()
  const [problem, setProblem] = useState<ErrorCode>()
  const maxBytes = limits.productFileMaxBytes
  const pick = async (files: File[]) => {
    const problems = await Promise.all(files.map(file => findFileProblem(file, 'product')))
    setProblem(problems.find(found => found !== undefined))
    // Those that are refused are named one by one before the others are uploaded.
    onPick(files)
  }
  return (
    <FileDrop
      name="product_file"
      label={m.create_file()}
      error={
        problem
          ? errorText(problem, getLocale())
          : showMissing
            ? m.create_file_missing()
            : undefined
      }
      accept={listAcceptedFileTypes(FILE_TYPES)}
      maxBytes={maxBytes}
      hint={describeLimits({ types: FILE_TYPES.join(', ') }, limits)}
      texts={{
        idle: m.drop_idle(),
        idleTouch: m.drop_idle_touch(),
        drop: m.drop_here(),
        reject: m.drop_refuse(),
        remove: m.drop_remove(),
      }}
      sizeText={formatBytes}
      file={null}
      onPick={() => undefined}
      onPickAll={files => void pick(files)}
      onReject={rejections => showRejections(rejections, maxBytes)}
    />
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
  cover: { image, problem, pick, refuse },
  showMissing = false,
  keptText,
  currentImageUrl,
}: {
  cover: ChosenCover
  showMissing?: boolean
  /** The text that says that the stored cover is kept unless a new one is picked. */
  keptText?: string
  /** The URL of the stored cover. */
  currentImageUrl?: string | undefined
}) {
  const maxBytes = LIMITS.imageMaxBytes
  const take = async (file: File | null) => {
    const found = file && (await findFileProblem(file, 'image'))
    if (!file || !found) return pick(file)
    refuse(found)
    showToast('error', getFileProblemText(file, found), { autoClose: FILE_ERROR_MS })
  }
  return (
    <FileDrop
      name="image_file"
      label={m.create_image()}
      error={
        problem
          ? errorText(problem, getLocale())
          : showMissing && !image && !currentImageUrl && m.create_image_missing()
      }
      accept={listAcceptedFileTypes(IMAGE_TYPES)}
      maxBytes={maxBytes}
      hint={m.create_image_hint({ max: formatBytes(maxBytes), types: IMAGE_TYPES.join(', ') })}
      texts={{
        idle: keptText ?? m.drop_image_idle(),
        idleTouch: keptText ? undefined : m.drop_image_idle_touch(),
        drop: m.drop_here(),
        reject: m.drop_refuse(),
        remove: m.drop_remove(),
      }}
      preview
      currentImageUrl={currentImageUrl}
      sizeText={formatBytes}
      file={image}
      onPick={file => void take(file)}
      onReject={rejections => showRejections(rejections, maxBytes)}
    />
  )
}

/** Names each file that was refused before it was taken, and why. */
function showRejections(rejections: FileRejection[], maxBytes: number): void {
  for (const rejection of rejections)
    showToast('error', getRejectionText(rejection, maxBytes), { autoClose: FILE_ERROR_MS })
}
