import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { formatBytes } from '#web/i18n/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { FileUpload } from './upload-list.ts'

/** Returns what happens to a file, in words. */
export function describeStatus({ status, error }: FileUpload): string {
  switch (status) {
    case 'queued':
      return m.upload_queued()
    case 'sending':
      return m.upload_sending()
    case 'interrupted':
      return m.upload_interrupted()
    case 'paused':
      return m.upload_paused()
    case 'signedOut':
      return m.upload_signed_out()
    case 'elsewhere':
      return m.upload_elsewhere()
    case 'elsewhereOnly':
      return m.upload_elsewhere_only()
    case 'needsFile':
      return m.upload_needs_file()
    case 'checking':
      return m.upload_checking()
    case 'ready':
      return m.upload_ready()
    case 'failed':
      return errorText(error ?? 'UNKNOWN_ERROR', getLocale())
  }
}

/** Shows the name, the bytes and the progress of a file. */
export function FileProgress({ upload }: { upload: FileUpload }) {
  const { fileName, sizeBytes, sentBytes, status } = upload
  const share = sizeBytes === 0 ? 0 : sentBytes / sizeBytes
  // A file that is sent but not checked is not at its end.
  const percent = Math.floor(share * 100)
  const hasEnded = status === 'ready' || status === 'failed'
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="flex min-w-0 justify-between gap-3 text-small">
        <b className="min-w-0 truncate font-semibold" title={fileName}>
          {fileName}
        </b>
        {!hasEnded && <span className="figures shrink-0 text-soft">{percent}&nbsp;%</span>}
      </p>
      {!hasEnded && (
        <progress
          max={1}
          value={status === 'checking' ? undefined : share}
          aria-label={m.upload_progress_of({ name: fileName })}
          className={cx('bar', status === 'interrupted' && 'bar-warn')}
        />
      )}
      <p className={cx('text-tiny', status === 'failed' ? 'text-bad' : 'text-soft')}>
        {!hasEnded && (
          <span className="figures">
            {m.sending_progress({ sent: formatBytes(sentBytes), total: formatBytes(sizeBytes) })}
            {' · '}
          </span>
        )}
        {describeStatus(upload)}
      </p>
    </div>
  )
}
