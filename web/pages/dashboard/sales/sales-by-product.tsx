import { useState } from 'react'
import { Link } from 'react-router'
import { type ProductSales, type SALES_RANGES, getSalesByProduct } from '#contract/sales/lines.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { getKeptMinor } from '#web/features/sales/kept-amount.ts'
import { formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'

/** Lists the views, sales and revenue of each product in the period, the highest revenue first. */
export function SalesByProduct({ range }: { range: (typeof SALES_RANGES)[number] }) {
  const [page, setPage] = useState(1)
  const query = useRead(getSalesByProduct, { query: { range, page } })
  return (
    <Loaded query={query} height="h-40" keepsPrevious>
      {shown => <ProductPage shown={shown} page={page} onPage={setPage} />}
    </Loaded>
  )
}

function ProductPage({
  shown: { products, currency, pageSize, total },
  page,
  onPage,
}: {
  shown: EndpointReply<typeof getSalesByProduct>
  page: number
  onPage: (page: number) => void
}) {
  if (total === 0) return <p className="text-soft">{m.desk_products_none()}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="hidden sm:block">
        <Table
          caption={m.desk_products()}
          captionHidden
          rows={products}
          rowKey={({ productId }) => productId}
          columns={columns(currency)}
        />
      </div>
      <ul
        aria-label={m.desk_products()}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card sm:hidden"
      >
        {products.map(product => (
          <li key={product.productId} className="grid gap-1 px-4 py-3.5">
            <span className="min-w-0 break-words">
              <ProductName product={product} />
            </span>
            <span className="figures flex justify-between gap-3 text-small">
              <span className="text-soft">
                {m.desk_product_line({
                  views: product.views,
                  sales: product.count,
                  shownViews: formatNumber(product.views),
                  shownSales: formatNumber(product.count),
                })}
              </span>
              <b className="font-[680]">{formatMinorUnits(getKeptMinor(product), currency)}</b>
            </span>
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <div className="flex justify-between gap-3">
          <Button kind="ghost" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {m.previous()}
          </Button>
          <Button
            kind="ghost"
            size="small"
            disabled={page * pageSize >= total}
            onClick={() => onPage(page + 1)}
          >
            {m.next()}
          </Button>
        </div>
      )}
    </div>
  )
}

function columns(currency: Currency): TableColumn<ProductSales>[] {
  return [
    { id: 'product', header: m.desk_product(), cell: product => <ProductName product={product} /> },
    {
      id: 'views',
      header: m.desk_chart_views(),
      numeric: true,
      cell: ({ views }) => formatNumber(views),
    },
    {
      id: 'sales',
      header: m.desk_chart_sales(),
      numeric: true,
      cell: ({ count }) => formatNumber(count),
    },
    {
      id: 'gross',
      header: m.desk_gross(),
      numeric: true,
      cell: ({ grossMinor }) => formatMinorUnits(grossMinor, currency),
    },
    {
      id: 'kept',
      header: m.desk_net(),
      numeric: true,
      cell: product => (
        <b className="font-[680]">{formatMinorUnits(getKeptMinor(product), currency)}</b>
      ),
    },
  ]
}

function ProductName({ product: { productId, name, deleted } }: { product: ProductSales }) {
  if (deleted)
    return (
      <span>
        {name} <span className="text-tiny text-soft">{m.desk_product_deleted()}</span>
      </span>
    )
  return (
    <Link to={paths.dashboardProduct(productId)} className="link font-[620]">
      {name}
    </Link>
  )
}
