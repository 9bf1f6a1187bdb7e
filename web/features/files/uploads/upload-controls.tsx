import type { ReactNode } from 'react'
import { FILE_TYPES } from '#contract/core/limits.ts'
import * as m from '#messages'
import { cx } from '#web/ui/cx.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { X } from '#web/ui/icons/x.tsx'
import type { FileUpload } from './upload-list.ts'
import { cancelUpload, continueUpload, pauseUpload, resumeUpload } from './upload-manager.ts'

/** The buttons of a file: pause, go on, choose it again, and cancel. Each is named with its file. */
export function UploadControls({ upload }: { upload: FileUpload }) {
  const { key, fileName: name, status } = upload
  const takeAgain = async (file: File) => {
    if (!(await continueUpload(key, file))) showToast('error', m.upload_other_file({ name }))
  }
  return (
    <div className={cx('flex flex-wrap items-center gap-1', status !== 'needsFile' && '-ml-3')}>
      {(status === 'queued' || status === 'sending' || status === 'interrupted') && (
        <Control
          label={m.upload_pause()}
          name={m.upload_pause_of({ name })}
          icon={<Pause aria-hidden size={16} />}
          onClick={() => pauseUpload(key)}
        />
      )}
      {status === 'paused' && (
        <Control
          label={m.upload_resume()}
          name={m.upload_resume_of({ name })}
          icon={<Play aria-hidden size={16} />}
          onClick={() => resumeUpload(key)}
        />
      )}
      {status === 'needsFile' && (
        <FileButton
          accept={FILE_TYPES.map(type => `.${type}`).join()}
          onPick={file => void takeAgain(file)}
        >
          {m.upload_choose_again()}
        </FileButton>
      )}
      <Control
        label={status === 'failed' ? m.upload_dismiss() : m.upload_cancel()}
        name={status === 'failed' ? m.upload_dismiss_of({ name }) : m.upload_cancel_of({ name })}
        icon={<X aria-hidden size={16} />}
        onClick={() => void cancelUpload(key)}
      />
    </div>
  )
}

function Control({
  label,
  name,
  icon,
  onClick,
}: {
  label: string
  /** The label with the name of the file, for screen readers. */
  name: string
  icon: ReactNode
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-small font-[550] text-soft hover:bg-tint hover:text-ink"
    >
      {icon}
      {label}
    </button>
  )
}
