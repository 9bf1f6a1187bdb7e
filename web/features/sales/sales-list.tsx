import { Link } from 'react-router'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { formatShortDate } from '#web/i18n/format.ts'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'
import { Amount } from './amount-labels.tsx'
import { type AmountKind, getAmountRows, isPaidState } from './amount-rows.ts'
import { MoneyRelease } from './money-release.tsx'
import { SaleStateChip } from './order-state-chip.tsx'

const keyOf = ({ itemId }: Sale) => itemId

type OrderHref = (orderId: string) => string

/** Lists sales as a table on large screens and as short rows on phones. */
export function SalesList({
  sales,
  hrefOf,
}: {
  sales: readonly Sale[]
  /** Returns the URL that opens the order of a sale. */
  hrefOf: OrderHref
}) {
  return (
    <>
      <div className="hidden md:block">
        <Table
          caption={m.desk_table()}
          captionHidden
          columns={getColumns(sales, hrefOf)}
          rows={sales}
          rowKey={keyOf}
        />
      </div>
      <ul
        aria-label={m.desk_table()}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card md:hidden"
      >
        {sales.map(sale => (
          <SaleRow key={keyOf(sale)} sale={sale} hrefOf={hrefOf} />
        ))}
      </ul>
    </>
  )
}

/** Builds the columns. Those that would be empty in every row are left out. */
function getColumns(sales: readonly Sale[], hrefOf: OrderHref): TableColumn<Sale>[] {
  const product: TableColumn<Sale> = {
    id: 'product',
    header: m.desk_product(),
    cell: sale => <ProductCell sale={sale} hrefOf={hrefOf} />,
  }
  const state: TableColumn<Sale> = {
    id: 'state',
    header: m.desk_state(),
    cell: sale => <SaleStateChip sale={sale} />,
  }
  const price = toColumn('price', m.desk_price())
  if (!sales.some(sale => isPaidState(sale.state))) return [product, state, price]
  return [
    product,
    state,
    price,
    toColumn('commission', m.desk_fee()),
    toColumn('providerFee', m.desk_provider()),
    toColumn('net', m.desk_net()),
  ]
}

const toColumn = (kind: AmountKind, header: string): TableColumn<Sale> => ({
  id: kind,
  header,
  numeric: true,
  cell: sale => {
    const row = getAmountRows(sale).find(candidate => candidate.kind === kind)
    const amount = row && <Amount row={row} currency={sale.currency} />
    return kind === 'net' ? <b className="font-[680]">{amount}</b> : amount
  },
})

function PackName({ sale: { packName } }: { sale: Sale }) {
  if (packName === null) return null
  return (
    <span className="block text-tiny break-words text-soft">
      {m.order_pack({ name: packName })}
    </span>
  )
}

function ProductCell({ sale, hrefOf }: { sale: Sale; hrefOf: OrderHref }) {
  return (
    <>
      <Link
        to={hrefOf(sale.orderId)}
        preventScrollReset
        className="link block min-w-44 font-[620] break-words"
      >
        {sale.productName}
      </Link>
      <PackName sale={sale} />
      <span className="figures block text-tiny text-soft">
        {formatShortDate(sale.soldAt)} · {sale.payerEmail}
      </span>
      <MoneyRelease sale={sale} />
    </>
  )
}

/** A sale on a phone: its name, its day and what the seller keeps of it. The drawer has the rest. */
function SaleRow({ sale, hrefOf }: { sale: Sale; hrefOf: OrderHref }) {
  const isPlain = sale.state === 'approved' && sale.refundedMinor === 0
  const keptOrAsked =
    getAmountRows(sale).find(({ kind }) => kind === 'net') ?? getAmountRows(sale)[0]!
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <Link
          to={hrefOf(sale.orderId)}
          preventScrollReset
          className="link touch-area block truncate font-[620]"
        >
          {sale.productName}
        </Link>
        <PackName sale={sale} />
        <span className="figures text-tiny text-soft">{formatShortDate(sale.soldAt)}</span>
      </div>
      <span className="grid justify-items-end gap-1">
        <b className="figures font-[680] whitespace-nowrap">
          <Amount row={keptOrAsked} currency={sale.currency} />
        </b>
        {!isPlain && <SaleStateChip sale={sale} />}
      </span>
    </li>
  )
}
