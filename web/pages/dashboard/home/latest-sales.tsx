import { Link } from 'react-router'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { salesApi } from '#web/features/sales/api.ts'
import { SaleStateChip } from '#web/features/sales/order-state-chip.tsx'
import { formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const MAX_SHOWN = 5

export function LatestSales() {
  const { data, error, refetch } = salesApi.useSalesQuery({ query: { list: 'sales' } })
  const sales = data?.sales.slice(0, MAX_SHOWN)
  return (
    <section aria-labelledby="latest">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest" className="text-[1.35rem]">
          {m.dash_latest()}
        </h2>
        {sales && sales.length > 0 && (
          <Link to={paths.dashboardSales()} className="link inline-flex min-h-11 items-center">
            {m.desk_see()}
          </Link>
        )}
      </div>
      {error && !data && <LoadError failure={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="grid gap-px overflow-hidden rounded-card border border-line">
          <output className="sr-only">{m.desk_loading()}</output>
          {[0, 1, 2].map(row => (
            <Skeleton key={row} className="h-17 rounded-none" />
          ))}
        </div>
      )}
      {sales?.length === 0 && (
        <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">
          <b className="block font-semibold text-ink">{m.desk_empty()}</b>
          {m.desk_empty_text()}
        </p>
      )}
      {sales && sales.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {sales.map(sale => (
            <SaleRow key={sale.itemId} sale={sale} />
          ))}
        </ul>
      )}
    </section>
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
