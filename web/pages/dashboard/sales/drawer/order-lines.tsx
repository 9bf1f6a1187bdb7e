import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SaleItem, SaleOrder } from '#contract/sales/order.ts'
import * as m from '#messages'
import { Amount, getAmountName } from '#web/features/sales/amount-labels.tsx'
import { getAmountRows, isPaidState } from '#web/features/sales/amount-rows.ts'
import { formatBytes, formatDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { DescriptionRow, DrawerSection } from '#web/ui/overlays/drawer-section.tsx'
import { FileDown } from '#web/ui/icons/file-down.tsx'
import { createOrderHrefBuilder } from './order-href.ts'

/** Lists the products of an order with their fees and downloads. */
export function OrderLines({ order }: { order: SaleOrder }) {
  return (
    <DrawerSection title={m.sale_items({ count: order.items.length })}>
      {order.items.map(item => (
        <OrderLine key={item.itemId} item={item} order={order} />
      ))}
    </DrawerSection>
  )
}

function OrderLine({
  item,
  order: { currency, state, accessClosing, credits },
}: {
  item: SaleItem
  order: SaleOrder
}) {
  const [search] = useSearchParams()
  const credit = credits.find(({ itemId }) => itemId === item.itemId)
  return (
    <article className="rounded-card border border-line bg-card p-5">
      <h4 className="font-[650] break-words">
        <Link to={paths.dashboardProduct(item.productId)} className="link touch-area">
          {item.productName}
        </Link>
      </h4>
      <ul>
        {item.files.map(({ title, fileName, sizeBytes, boughtFileName, isAdded }, index) => (
          <li key={index} className="figures mt-1 text-tiny break-words text-soft">
            <span className="[overflow-wrap:anywhere]">
              {`${title ?? fileName} · ${formatBytes(sizeBytes)}`}
            </span>
            {isAdded && <span className="text-jade"> · {m.sale_file_added()}</span>}
            {boughtFileName !== null && (
              <span className="block [overflow-wrap:anywhere]">
                {m.sale_file_bought({ file: boughtFileName })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-1.5 text-small">
        {getAmountRows({ state, currency, ...item }).map(row => (
          <DescriptionRow
            key={row.kind}
            name={
              row.kind === 'commission'
                ? m.earn_fee({ percent: item.feePercent })
                : getAmountName(row.kind)
            }
            strong={row.kind === 'net'}
          >
            <Amount row={row} currency={currency} />
          </DescriptionRow>
        ))}
      </dl>
      {credit && (
        <p className="mt-4 text-small text-soft">
          {m.sale_item_credited({ packName: credit.packName })}{' '}
          <Link to={createOrderHrefBuilder(search)(credit.orderId)} className="link touch-area">
            {credit.number}
          </Link>
        </p>
      )}
      {!isPaidState(state) && <p className="mt-1.5 text-small text-soft">{m.desk_unpaid()}</p>}
      <Downloads
        download={item.download}
        hasSeveralFiles={item.files.length > 1}
        isClosedBySeller={accessClosing?.by === 'seller'}
      />
    </article>
  )
}

const CLOSED_TEXTS = {
  refunded: m.sale_closed_refunded,
  charged_back: m.sale_closed_charged_back,
  suspended: m.sale_closed_suspended,
  withdrawn: m.sale_closed_withdrawn,
}

function Downloads({
  download,
  hasSeveralFiles,
  isClosedBySeller,
}: {
  download: SaleItem['download']
  hasSeveralFiles: boolean
  isClosedBySeller: boolean
}) {
  const [now] = useState(() => Date.now())
  if (!download) return null
  const { used, left, expiresAt, lastAt, closed } = download
  return (
    <p className="figures mt-4 flex items-start gap-2.5 border-t border-line pt-3.5 text-small">
      <FileDown aria-hidden size={18} className="mt-0.5 shrink-0 text-jade" />
      <span>
        <span>
          {used === 0
            ? m.sale_downloads_none()
            : (hasSeveralFiles ? m.sale_downloads_files : m.sale_downloads)({ used, left })}
        </span>
        <span className="block text-tiny text-soft">
          <span>
            {closed || isClosedBySeller
              ? (closed ? CLOSED_TEXTS[closed] : m.sale_closed_by_seller)()
              : Date.parse(expiresAt) < now
                ? m.sale_downloads_over({ date: formatDate(expiresAt) })
                : m.sale_downloads_until({ date: formatDate(expiresAt) })}
          </span>
          {lastAt && <span>{` ${m.sale_downloads_last({ date: formatDate(lastAt) })}`}</span>}
        </span>
      </span>
    </p>
  )
}
