import { type FileSizeLimits, getMaxFileBytes } from '#contract/files/file-sizes.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { FILE_TYPES, IMAGE_TYPES } from '#contract/core/limits.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import type { FileRejection } from '#web/ui/forms/file-drop.tsx'
import { FILE_ERROR_MS, showToast } from '#web/ui/toasts/toast.ts'

type FileExtension = (typeof FILE_TYPES)[number] | (typeof IMAGE_TYPES)[number]

const MIME_TYPES: Record<FileExtension, string> = {
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
}

/** Other extensions under which programs save a type: Windows names JPEGs `.jfif`. */
export const OTHER_EXTENSIONS: Partial<Record<FileExtension, readonly string[]>> = {
  jpg: ['jfif', 'jpe', 'pjpeg', 'pjp'],
  png: ['apng'],
  mp4: ['m4v'],
}

/**
 * Returns the file types that a drop zone accepts, as MIME types with extensions. The extensions are needed because
 * some systems report no MIME type for some files.
 */
export function listAcceptedFileTypes(
  extensions: readonly FileExtension[],
): Record<string, string[]> {
  const accept: Record<string, string[]> = {}
  for (const extension of extensions)
    (accept[MIME_TYPES[extension]] ??= []).push(
      `.${extension}`,
      ...(OTHER_EXTENSIONS[extension] ?? []).map(other => `.${other}`),
    )
  return accept
}

/** Returns the maximum size in bytes of a product file, as far as its name tells its type. */
export function getMaxBytesByName(fileName: string, limits: FileSizeLimits): number {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  const type = Object.entries(OTHER_EXTENSIONS).find(([, others]) => others.includes(extension))
  return getMaxFileBytes(limits, type?.[0] ?? extension)
}

/** Returns the text that names a file and says why it is refused. */
export const getFileProblemText = (file: File, code: ErrorCode): string =>
  m.drop_failed({ file: file.name, message: errorText(code, getLocale()) })

/** Returns the text that names a rejected file and the reason. Source: specification, file drop. */
export function getRejectionText({ file, kind, message }: FileRejection, maxBytes: number): string {
  switch (kind) {
    case 'too-large':
      return m.drop_too_large({
        file: file.name,
        size: formatBytes(file.size),
        max: formatBytes(maxBytes),
      })
    case 'invalid-type':
      if (/\.hei[cf]$/i.test(file.name)) return getFileProblemText(file, 'ERROR_IMAGE_HEIC')
      return m.drop_wrong_type({ file: file.name })
    case 'too-small':
      return getFileProblemText(file, 'ERROR_FILE_EMPTY')
    case 'too-many':
      return m.drop_failed({ file: file.name, message: m.drop_too_many() })
    case 'other':
      return m.drop_failed({ file: file.name, message: message || m.drop_unreadable() })
  }
}

/** Names each file that was refused before it was taken, and why. */
export function showRejections(rejections: FileRejection[], maxBytes: number): void {
  for (const rejection of rejections)
    showToast('error', getRejectionText(rejection, maxBytes), { autoClose: FILE_ERROR_MS })
}
