import { useEffect, useRef } from 'react'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ProgressBar } from '#web/ui/feedback/meter.tsx'
import type { RunningUpload } from './use-upload.tsx'

/** Shows the progress and speed of a running upload, and a button to cancel it. */
export function UploadProgressPanel({
  runningUpload: { progress },
  name,
  onCancel,
}: {
  runningUpload: RunningUpload
  name: string
  onCancel: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const sentShare = progress && progress.sentBytes / progress.totalBytes
  const isSent = sentShare === 1
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={m.sending_title({ name })}
      className="grid gap-4 rounded-panel border border-jade/40 bg-jade-tint p-6"
    >
      <ProgressBar
        label={isSent ? m.sending_processing() : m.sending_title({ name })}
        value={isSent ? undefined : sentShare}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-small">
          {progress && !isSent && (
            <span className="block">
              {`${m.sending_progress({
                sent: formatBytes(progress.sentBytes),
                total: formatBytes(progress.totalBytes),
              })} · ${m.sending_speed({ speed: formatBytes(progress.bytesPerSecond) })}`}
            </span>
          )}
          <span>{m.sending_stay()}</span>
        </p>
        {!isSent && (
          <Button kind="ghost" size="small" onClick={onCancel}>
            {m.sending_cancel()}
          </Button>
        )}
      </div>
    </section>
  )
}
