import { Link } from 'react-router'
import { type Sale, getSalesSummary, listSales } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { getKeptMinor } from '#web/features/sales/kept-amount.ts'
import { countFreeCopies } from '#web/features/sales/free-copies.ts'
import { SalesList } from '#web/features/sales/sales-list.tsx'
import { formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/surfaces/stat-card.tsx'

const LINES_SHOWN = 10

/**
 * Returns the newest lines of sales, and what else the last one's order has of a pack, so that no order is cut in two.
 */
function getNewest(sales: readonly Sale[]): Sale[] {
  const lastOrderId = sales[LINES_SHOWN - 1]?.orderId
  return sales.filter(({ orderId }, index) => index < LINES_SHOWN || orderId === lastOrderId)
}

/** Shows the views, sales and revenue of a product or a pack, and its latest sales. */
export function ProductSales({ productId, isPack }: { productId: number; isPack: boolean }) {
  const summary = useRead(getSalesSummary, { query: { range: 'all', productId } })
  const list = useRead(listSales, { query: { productId, list: 'sales' } })
  const { data } = summary
  const skeleton = <Skeleton className="my-1 h-7 w-24" />
  const sales = list.data && getNewest(list.data.sales)
  return (
    <section aria-labelledby="product-sales" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="product-sales" className="text-[1.35rem]">
          {m.desk_title()}
        </h2>
        {sales && sales.length > 0 && (
          <Link
            to={paths.dashboardSales({ product: productId })}
            className="link inline-flex min-h-11 items-center"
          >
            {m.desk_see()}
          </Link>
        )}
      </div>
      <FailedLoads queries={[summary, list]} />
      <Grid kind="stats">
        <StatCard label={m.desk_chart_views()} value={data ? formatNumber(data.views) : skeleton} />
        <StatCard label={m.desk_chart_sales()} value={data ? formatNumber(data.count) : skeleton}>
          {data && data.freeCopies > 0 && (
            <p className="figures mt-1.5 text-tiny text-soft">{countFreeCopies(data.freeCopies)}</p>
          )}
        </StatCard>
        <StatCard
          label={m.desk_gross()}
          value={data ? formatMinorUnits(data.grossMinor, data.currency) : skeleton}
        />
        <StatCard
          label={m.desk_net()}
          value={data ? formatMinorUnits(getKeptMinor(data), data.currency) : skeleton}
        />
      </Grid>
      {sales?.length === 0 && (
        <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">
          {m.detail_no_sales()}
        </p>
      )}
      {isPack && sales && sales.length > 0 && (
        <p className="max-w-[44em] text-small text-soft">{m.pack_sales_lines()}</p>
      )}
      {sales && sales.length > 0 && (
        <SalesList sales={sales} hrefOf={orderId => paths.dashboardSales({ sale: orderId })} />
      )}
    </section>
  )
}
