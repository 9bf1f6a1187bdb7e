import type { OrderFile } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { describeFile } from '#web/shared/describe-file.ts'
import { formatShortDate } from '#web/i18n/format.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { Download } from '#web/ui/icons/download.tsx'

/** Lists several files of a bought product, each with its download. */
export function OrderFiles({
  files,
  timeZone,
  onDownload,
}: {
  files: readonly OrderFile[]
  /** The IANA name of the buyer's time zone. */
  timeZone: string
  onDownload: () => void
}) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line">
      {files.map(file => {
        const name = file.title ?? file.fileName
        const { downloadUrl, downloadsLeft } = file
        return (
          <li
            key={file.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-[600] [overflow-wrap:anywhere]">{name}</p>
              <p className="figures text-small text-soft">
                <span>{describeFile(file)}</span>
                {downloadUrl !== null && downloadsLeft !== null && (
                  <span>{` · ${describeDownloadsLeft(downloadsLeft)}`}</span>
                )}
              </p>
              <FileChip file={file} timeZone={timeZone} />
              <BoughtVersion file={file} onDownload={onDownload} />
            </div>
            {downloadUrl !== null && downloadsLeft !== 0 && (
              <DownloadLink
                url={downloadUrl}
                name={name}
                onDownload={onDownload}
                isOneOfMany
                className="max-sm:w-full"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const describeDownloadsLeft = (count: number): string =>
  count === 0 ? m.order_file_used_up() : m.order_file_left({ count })

/** Tells that a file was added or replaced after the order. */
export function FileChip({
  file: { isAdded, since },
  timeZone,
}: {
  file: Pick<OrderFile, 'isAdded' | 'since'>
  timeZone: string
}) {
  if (!isAdded && since === null) return null
  return (
    <p className="mt-1.5 flex">
      <Chip tone="jade">
        {isAdded || since === null
          ? m.order_file_added()
          : m.order_file_new({ date: formatShortDate(since, timeZone) })}
      </Chip>
    </p>
  )
}

/** The link to the version that was bought, if the file was replaced since. */
export function BoughtVersion({
  file: { title, fileName, bought },
  onDownload,
}: {
  file: Pick<OrderFile, 'title' | 'fileName' | 'bought'>
  onDownload: () => void
}) {
  if (!bought?.downloadUrl || bought.downloadsLeft === 0) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 text-small text-soft">
      <a
        href={bought.downloadUrl}
        download
        onClick={onDownload}
        className="touch-area underline decoration-edge underline-offset-4 hover:text-ink"
      >
        {m.order_file_bought()}
        <span className="sr-only">{`: ${title ?? fileName}`}</span>
      </a>
      <span className="figures">{describeFile(bought)}</span>
    </p>
  )
}

/** The button that downloads a file. It is a link, so that it needs no script. */
export function DownloadLink({
  url,
  name,
  isOneOfMany = false,
  onDownload,
  className,
}: {
  url: string
  /** What is downloaded, for screen readers. */
  name: string
  /** Whether other buttons like this one stand beside it, so that none is the main one. */
  isOneOfMany?: boolean
  onDownload: () => void
  className: string
}) {
  return (
    <LinkButton
      href={url}
      download
      kind={isOneOfMany ? 'ghost' : 'primary'}
      size={isOneOfMany ? 'small' : 'normal'}
      onClick={onDownload}
      icon={<Download aria-hidden size={18} />}
      className={className}
    >
      {m.order_download()}
      <span className="sr-only"> {name}</span>
    </LinkButton>
  )
}
