import { useEffect, useId, useState } from 'react'
import * as m from '#messages'
import { cx } from '#web/ui/cx.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { UploadControls } from './upload-controls.tsx'
import { type FileUpload, goesOn } from './upload-list.ts'
import { loadUploads, useUploads } from './upload-manager.ts'
import { FileProgress, describeStatus } from './upload-progress.tsx'

/**
 * The panel with the files that are uploaded, at the bottom of every page of the dashboard. It can be folded; a phone
 * starts with it folded, since it covers a part of the page.
 */
export function UploadPanel({ userId }: { userId: number }) {
  const uploads = useUploads()
  const [isOpen, setIsOpen] = useState(() => matchMedia('(min-width: 640px)').matches)
  const id = useId()
  useEffect(() => void loadUploads(userId), [userId])

  if (uploads.length === 0) return null
  return (
    <aside
      aria-label={m.upload_panel()}
      className="fixed right-0 bottom-[var(--bottom-bar,0px)] left-0 z-40 border-t border-line bg-card shadow-lift sm:right-4 sm:bottom-[calc(1rem+var(--bottom-bar,0px))] sm:left-auto sm:w-96 sm:rounded-card sm:border"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-touch w-full items-center justify-between gap-3 px-4 py-2 text-left text-small font-[650]"
      >
        <span className="figures">{summarize(uploads)}</span>
        <ChevronDown
          aria-hidden
          size={18}
          className={cx('shrink-0 transition', !isOpen && 'rotate-180')}
        />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="grid max-h-[50dvh] gap-4 overflow-y-auto border-t border-line px-4 pt-3 pb-2"
      >
        {uploads
          .toSorted((a, b) => Number(goesOn(b)) - Number(goesOn(a)))
          .map(upload => (
            <li key={upload.key} className="grid min-w-0 gap-1">
              <FileProgress upload={upload} />
              <UploadControls upload={upload} />
            </li>
          ))}
      </ul>
      <Announcement uploads={uploads} />
    </aside>
  )
}

function summarize(uploads: readonly FileUpload[]): string {
  const running = uploads.filter(goesOn)
  if (running.length === 0) return m.upload_panel_count({ count: uploads.length })
  const total = running.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const sent = running.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  return m.upload_panel_running({
    count: running.length,
    percent: Math.floor((sent / Math.max(total, 1)) * 100),
  })
}

/** Tells screen readers what has happened to a file, but not each percent. */
function Announcement({ uploads }: { uploads: readonly FileUpload[] }) {
  return (
    <output className="sr-only">
      {uploads.map(upload => (
        <span key={upload.key}>{`${upload.fileName}: ${describeStatus(upload)}. `}</span>
      ))}
    </output>
  )
}
