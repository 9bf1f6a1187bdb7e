import { useState } from 'react'
import { UNSCANNED_FILE_TYPES } from '#contract/files/file-sizes.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { FILE_TYPES } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { type SiteSettings, useSiteSettings } from '#web/shared/site.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { listAcceptedFileTypes, showRejections } from './file-types.ts'
import { findFileProblem } from './find-file-problem.ts'

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
