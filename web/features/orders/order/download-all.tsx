import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { formatBytes } from '#web/i18n/format.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { FolderDown } from '#web/ui/icons/folder-down.tsx'
import { REFETCH_DELAY_MS } from './order-items.tsx'

/**
 * Shows the button that downloads all files of an order in one archive. Nothing is shown if one of them cannot be
 * downloaded any more, since each file says so itself.
 */
export function DownloadAll({
  archive: { downloadUrl, files, sizeBytes, downloadsLeft, expiresAt },
  fetchedAt,
  onDownload,
}: {
  archive: NonNullable<Order['archive']>
  /** The time in milliseconds at which the order was fetched. */
  fetchedAt: number
  onDownload: () => void
}) {
  if (downloadsLeft === 0 || Date.parse(expiresAt) <= fetchedAt) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-5">
      <LinkButton
        href={downloadUrl}
        download
        onClick={() => setTimeout(onDownload, REFETCH_DELAY_MS)}
        icon={<FolderDown aria-hidden size={18} />}
        className="max-sm:w-full"
      >
        {m.order_download_all()}
      </LinkButton>
      <p className="text-small text-soft">
        {m.order_download_all_size({ count: files, size: formatBytes(sizeBytes) })}
      </p>
    </div>
  )
}
