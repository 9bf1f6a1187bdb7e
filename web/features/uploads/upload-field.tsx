import { useState } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { isReadable } from '#web/api/is-readable.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { FileDrop, type FileDropProps } from '#web/ui/forms/file-drop.tsx'
import { UploadControls } from './upload-controls.tsx'
import { uploadFile, useFileUpload } from './upload-manager.ts'
import { FileProgress } from './upload-progress.tsx'

/**
 * A field for a file that is uploaded at once, in chunks, while the seller fills in the rest of the form or moves to
 * another page.
 *
 * `value` is the key of the upload, a text that a form can keep in its draft: after a reload it finds the same upload.
 * `useFileUpload(value)` gives the state; once its `status` is `ready`, its `id` is what a call of the API takes as
 * `uploadId`. After that call, `forgetUpload(value)` takes it out of the panel.
 */
export function UploadField({
  value,
  onChange,
  label,
  hint,
  error,
  accept,
  maxBytes,
  idle,
  idleTouch,
  onReject,
  name,
}: Pick<FileDropProps, 'label' | 'hint' | 'error' | 'accept' | 'maxBytes' | 'name' | 'onReject'> & {
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The text shown while no file is chosen, and that for touch screens. */
  idle: string
  idleTouch?: string | undefined
}) {
  const upload = useFileUpload(value)
  const [problem, setProblem] = useState<ErrorCode>()
  const take = async (file: File | null) => {
    setProblem(undefined)
    if (!file) return onChange(undefined)
    if (file.size === 0) return setProblem('ERROR_FILE_EMPTY')
    if (!(await isReadable(file))) return setProblem('ERROR_FILE_CHANGED')
    return onChange(await uploadFile(file))
  }
  return (
    <div className="grid min-w-0 gap-3">
      <FileDrop
        name={name}
        label={label}
        hint={hint}
        error={problem ? errorText(problem, getLocale()) : error}
        accept={accept}
        maxBytes={maxBytes}
        file={null}
        onPick={file => void take(file)}
        onReject={onReject}
        texts={{
          idle: upload ? m.upload_replace() : idle,
          idleTouch: upload ? m.upload_replace_touch() : idleTouch,
          drop: m.drop_here(),
          reject: m.drop_refuse(),
          remove: m.drop_remove(),
        }}
        sizeText={formatBytes}
      />
      {upload && (
        <div className="grid gap-1 rounded-card border border-line bg-paper p-4">
          <FileProgress upload={upload} />
          <UploadControls upload={upload} />
        </div>
      )}
    </div>
  )
}
