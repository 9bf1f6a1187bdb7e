import { Link } from 'react-router'
import { type Sale, listSales } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { SaleStateChip } from '#web/features/sales/order-state-chip.tsx'
import { formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { List } from '#web/shared/lists/list.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const MAX_SHOWN = 5

export function LatestSales() {
  const query = useRead(listSales, { query: { list: 'sales' } })
  const hasSales = (query.currentData?.sales.length ?? 0) > 0
  return (
    <section aria-labelledby="latest">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest" className="text-[1.35rem]">
          {m.dash_latest()}
        </h2>
        {hasSales && (
          <Link to={paths.dashboardSales()} className="link inline-flex min-h-11 items-center">
            {m.desk_see()}
          </Link>
        )}
      </div>
      <List
        query={query}
        pages={null}
        rows={({ sales }) => sales}
        empty={<NoSales />}
        loading={m.desk_loading()}
        skeleton={<SalesSkeleton />}
      >
        {sales => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {sales.slice(0, MAX_SHOWN).map(sale => (
              <SaleRow key={sale.itemId} sale={sale} />
            ))}
          </ul>
        )}
      </List>
    </section>
  )
}

function NoSales() {
  return (
    <>
      <b className="block font-semibold text-ink">{m.desk_empty()}</b>
      <span>{m.desk_empty_text()}</span>
    </>
  )
}

function SalesSkeleton() {
  return (
    <div className="grid gap-px overflow-hidden rounded-card border border-line">
      {[0, 1, 2].map(row => (
        <Skeleton key={row} className="h-17 rounded-none" />
      ))}
    </div>
  )
}

function SaleRow({ sale }: { sale: Sale }) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <span className="min-w-0 flex-1">
        <Link
          to={paths.dashboardSales({ sale: sale.orderId })}
          className="link touch-area block truncate font-[620]"
        >
          {sale.productName}
        </Link>
        <span className="figures block truncate text-small text-soft">
          {formatShortDate(sale.soldAt)} · {sale.payerEmail}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 sm:flex sm:items-center sm:gap-5">
        <SaleStateChip sale={sale} />
        <b className="figures text-right font-[680] sm:min-w-24">
          {formatMinorUnits(sale.priceMinor, sale.currency)}
        </b>
      </span>
    </li>
  )
}
