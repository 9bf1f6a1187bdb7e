import { IMAGE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'
import {
  getFileProblemText,
  listAcceptedFileTypes,
  showRejections,
} from '#web/features/files/file-types.ts'
import { findFileProblem } from '#web/features/files/find-file-problem.ts'
import type { ChosenCover } from './use-chosen-cover.ts'

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
