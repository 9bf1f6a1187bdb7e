import { Download } from 'lucide-react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import * as m from '#messages'
import { formatBytes, formatDate, formatMinorUnits } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'

type Item = Order['items'][number]

/**
 * The milliseconds after a click on a download until the order is fetched again. The server has counted the download by
 * then.
 */
const REFETCH_DELAY_MS = 1500

/** Lists the products of an order with their files. */
export function OrderItems({
  order,
  fetchedAt,
  onDownload,
}: {
  order: Order
  /** The time in milliseconds at which the order was fetched. */
  fetchedAt: number
  onDownload: () => void
}) {
  return (
    <ul className="divide-y divide-line">
      {order.items.map(item => (
        <li key={item.id} className="grid gap-4 py-5">
          <div className="flex items-start gap-4">
            <FileBadge name={item.fileName} />
            <div className="min-w-0 flex-1">
              <p className="font-[650] break-words">{item.name}</p>
              <p className="text-small [overflow-wrap:anywhere] text-soft">
                {item.fileName} ·{' '}
                <span className="whitespace-nowrap">{formatBytes(item.sizeBytes)}</span>
              </p>
            </div>
            <p className="figures shrink-0 font-[650]">
              {formatMinorUnits(item.priceMinor, order.currency)}
            </p>
          </div>
          {item.downloadUrl && (
            <DownloadButton
              item={item}
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

/** Draws a sheet of paper with the extension of a file. */
function FileBadge({ name }: { name: string }) {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).slice(0, 4) : ''
  return (
    <span aria-hidden className="relative grid h-14 w-11 shrink-0 place-items-end">
      <svg viewBox="0 0 44 56" className="absolute inset-0 size-full">
        <path
          d="M5 0h24l15 15v36a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z"
          className="fill-awning"
        />
        <path d="M29 0l15 15H33a4 4 0 0 1-4-4z" className="fill-mango" />
      </svg>
      <span className="relative w-full pb-2 text-center font-display text-[0.75rem] leading-none font-[750] text-awning-ink uppercase">
        {extension}
      </span>
    </span>
  )
}

/** Shows the download button. If the download has expired or is used up, shows what the buyer can do instead. */
function DownloadButton({
  item,
  url,
  fetchedAt,
  onDownload,
}: {
  item: Item
  url: string
  fetchedAt: number
  onDownload: () => void
}) {
  const { downloadsLeft, expiresAt } = item
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= fetchedAt
  if (isExpired || downloadsLeft === 0)
    return (
      <p className="rounded-card bg-warn-tint px-4 py-3 text-small">
        {isExpired ? m.order_out_of_date({ date: formatDate(expiresAt) }) : m.order_used_up()}{' '}
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
          {m.order_left({ count: downloadsLeft, date: formatDate(expiresAt) })}
        </p>
      )}
    </div>
  )
}
