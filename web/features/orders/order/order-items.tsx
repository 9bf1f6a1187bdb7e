import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { describeFile } from '#web/shared/describe-file.ts'
import { formatDate, formatMinorUnits } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { ItemUpdates } from './item-updates.tsx'
import { BoughtVersion, DownloadLink, FileChip, OrderFiles } from './order-files.tsx'

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
  const { timeZone } = BUYER_TIME_ZONES[order.currency]
  return (
    <ul className="divide-y divide-line">
      {order.items.map(item => (
        <li key={item.id} className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5">
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
            <div className="w-16 shrink-0 rounded-[6px] shadow-soft sm:w-20">
              <Cover src={item.imageFile} alt="" title={item.name} sizes="80px" eager />
            </div>
            <div className="min-w-0">
              <p className="font-[650] break-words">{item.name}</p>
              {item.pack && (
                <p className="text-small break-words text-soft">
                  {m.order_pack({ name: item.pack.name })}
                </p>
              )}
              <FileSummary item={item} timeZone={timeZone} />
            </div>
            <p className="figures font-[650] max-sm:col-start-2">
              {item.priceMinor > 0
                ? formatMinorUnits(item.priceMinor, order.currency)
                : m.price_free()}
            </p>
          </div>
          {item.isRefunded && (
            <p className="rounded-card bg-tint px-4 py-3 text-small">{m.order_item_refunded()}</p>
          )}
          <Downloads
            item={item}
            timeZone={timeZone}
            fetchedAt={fetchedAt}
            onDownload={() => setTimeout(onDownload, REFETCH_DELAY_MS)}
          />
          <ItemUpdates updates={item.updates} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  )
}

/** Describes the only file of an item, or says how many there are. */
function FileSummary({ item: { files }, timeZone }: { item: Item; timeZone: string }) {
  const [file, ...others] = files
  if (!file) return null
  if (others.length > 0)
    return <p className="mt-1 text-small text-soft">{m.order_files({ count: files.length })}</p>
  return (
    <>
      <p className="mt-1 text-small [overflow-wrap:anywhere] text-soft">
        {file.title ?? file.fileName}
      </p>
      <p className="text-small text-soft">{describeFile(file)}</p>
      <FileChip file={file} timeZone={timeZone} />
    </>
  )
}

/** Shows how to download the files of an item. If the time for it is over, shows what the buyer can do instead. */
function Downloads({
  item,
  timeZone,
  fetchedAt,
  onDownload,
}: {
  item: Item
  /** The IANA name of the buyer's time zone. */
  timeZone: string
  fetchedAt: number
  onDownload: () => void
}) {
  const { files, expiresAt } = item
  const [file, ...others] = files
  const isOpen = files.some(({ downloadUrl }) => downloadUrl !== null)
  if (isOpen && expiresAt !== null && Date.parse(expiresAt) <= fetchedAt)
    return <Renewal>{m.order_out_of_date({ date: formatDate(expiresAt, timeZone) })}</Renewal>
  if (others.length > 0)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <OrderFiles files={files} timeZone={timeZone} onDownload={onDownload} />
        {isOpen && files.some(isUsedUp) && <Renewal>{m.order_files_used_up()}</Renewal>}
        {isOpen && expiresAt !== null && (
          <p className="text-small text-soft">
            {m.order_files_until({ date: formatDate(expiresAt, timeZone) })}
          </p>
        )}
      </div>
    )
  if (!file?.downloadUrl) return null
  return (
    <div className="grid gap-2">
      {isUsedUp(file) ? (
        <Renewal>{m.order_used_up()}</Renewal>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <DownloadLink
            url={file.downloadUrl}
            name={item.name}
            onDownload={onDownload}
            className="max-sm:w-full"
          />
          {file.downloadsLeft !== null && expiresAt !== null && (
            <p className="text-small text-soft">
              {m.order_left({ count: file.downloadsLeft, date: formatDate(expiresAt, timeZone) })}
            </p>
          )}
        </div>
      )}
      <BoughtVersion file={file} onDownload={onDownload} />
    </div>
  )
}

const isUsedUp = ({ downloadsLeft }: { downloadsLeft: number | null }) => downloadsLeft === 0

/** Says why nothing can be downloaded, and leads to a new link. */
function Renewal({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card bg-warn-tint px-4 py-3 text-small">
      <span>{children}</span>{' '}
      <Link to={paths.myOrders()} className="link">
        {m.order_renew()}
      </Link>
    </p>
  )
}
