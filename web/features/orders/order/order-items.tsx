import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { formatBytes, formatDate, formatMinorUnits } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'

type Item = Order['items'][number]

/**
 * The milliseconds after a click on a download until the order is fetched again. The server has counted the download by
 * then.
 */
export const REFETCH_DELAY_MS = 1500

/** Lists the products of an order with their files. */
export function OrderItems({
  order,
  fetchedAt,
  onDownload,
}: {
  order: Pick<Order, 'items' | 'currency'>
  /** The time in milliseconds at which the order was fetched. */
  fetchedAt: number
  onDownload: () => void
}) {
  return (
    <ul className="divide-y divide-line">
      {order.items.map(item => (
        <li key={item.id} className="grid gap-4 py-5">
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
            <div className="w-16 shrink-0 rounded-[6px] shadow-soft sm:w-20">
              <Cover src={item.imageFile} alt="" title={item.name} sizes="80px" eager />
            </div>
            <div className="min-w-0">
              <p className="font-[650] break-words">{item.name}</p>
              <p className="mt-1 text-small [overflow-wrap:anywhere] text-soft">{item.fileName}</p>
              <p className="text-small text-soft">{describeFile(item)}</p>
            </div>
            <p className="figures font-[650] max-sm:col-start-2">
              {formatMinorUnits(item.priceMinor, order.currency)}
            </p>
          </div>
          {item.isRefunded && (
            <p className="rounded-card bg-tint px-4 py-3 text-small">{m.order_item_refunded()}</p>
          )}
          {item.downloadUrl && (
            <DownloadButton
              item={item}
              timeZone={BUYER_TIME_ZONES[order.currency].timeZone}
              fetchedAt={fetchedAt}
              url={item.downloadUrl}
              onDownload={() => setTimeout(onDownload, REFETCH_DELAY_MS)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns the type and the size of a file: `PDF · 4,7 MB`. */
function describeFile({ fileName, sizeBytes }: Item): string {
  const extension = fileName.includes('.') ? fileName.slice(fileName.lastIndexOf('.') + 1) : ''
  return [extension.toUpperCase(), formatBytes(sizeBytes)].filter(Boolean).join(' · ')
}

/** Shows the download button. If the download has expired or is used up, shows what the buyer can do instead. */
function DownloadButton({
  item,
  url,
  timeZone,
  fetchedAt,
  onDownload,
}: {
  item: Item
  url: string
  /** The IANA name of the buyer's time zone. */
  timeZone: string
  fetchedAt: number
  onDownload: () => void
}) {
  const { downloadsLeft, expiresAt } = item
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= fetchedAt
  if (isExpired || downloadsLeft === 0)
    return (
      <p className="rounded-card bg-warn-tint px-4 py-3 text-small">
        <span>
          {isExpired
            ? m.order_out_of_date({ date: formatDate(expiresAt, timeZone) })
            : m.order_used_up()}
        </span>{' '}
        <Link to={paths.myOrders()} className="link">
          {m.order_renew()}
        </Link>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <LinkButton
        href={url}
        download
        onClick={onDownload}
        icon={<Download aria-hidden size={18} />}
        className="max-sm:w-full"
      >
        {m.order_download()}
        <span className="sr-only"> {item.name}</span>
      </LinkButton>
      {downloadsLeft !== null && expiresAt !== null && (
        <p className="text-small text-soft">
          {m.order_left({ count: downloadsLeft, date: formatDate(expiresAt, timeZone) })}
        </p>
      )}
    </div>
  )
}
