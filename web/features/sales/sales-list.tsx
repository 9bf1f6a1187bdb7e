import { Link } from 'react-router'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'
import { DescriptionRow } from '#web/ui/overlays/drawer-section.tsx'
import { Amount, getAmountName } from './amount-labels.tsx'
import { type AmountKind, getAmountRows, isPaidState } from './amount-rows.ts'
import { MoneyRelease } from './money-release.tsx'
import { OrderStateChip } from './order-state-chip.tsx'

const keyOf = ({ itemId }: Sale) => itemId

type OrderHref = (orderId: string) => string

/** Lists sales as a table on large screens and as cards on phones. */
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
      <ul aria-label={m.desk_table()} className="grid gap-3 md:hidden">
        {sales.map(sale => (
          <SaleCard key={keyOf(sale)} sale={sale} hrefOf={hrefOf} />
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
    cell: sale => <OrderStateChip state={sale.state} />,
  }
  const price = toColumn('price', m.desk_price())
  if (!sales.some(sale => isPaidState(sale.state))) return [product, state, price]
  const hasRefund = sales.some(({ refundedMinor }) => refundedMinor > 0)
  return [
    product,
    state,
    price,
    toColumn('commission', m.desk_fee()),
    toColumn('providerFee', m.desk_provider()),
    ...(hasRefund ? [refundColumn()] : []),
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

/** The column with the refunded amount and, below it, the commission that the seller gets back. */
const refundColumn = (): TableColumn<Sale> => ({
  id: 'refunded',
  header: m.desk_refunded_short(),
  numeric: true,
  cell: sale =>
    getAmountRows(sale)
      .filter(({ kind }) => kind === 'refunded' || kind === 'commissionReturned')
      .map(row => (
        <span
          key={row.kind}
          className={row.kind === 'refunded' ? 'block' : 'block text-tiny text-soft'}
        >
          {row.kind === 'commissionReturned' && <span>{m.desk_fee_returned_short()}</span>}{' '}
          <Amount row={row} currency={sale.currency} />
        </span>
      )),
})

function ProductCell({ sale, hrefOf }: { sale: Sale; hrefOf: OrderHref }) {
  return (
    <>
      <Link
        to={hrefOf(sale.orderId)}
        preventScrollReset
        className="link block font-[620] break-words"
      >
        {sale.productName}
      </Link>
      <span className="figures block text-tiny text-soft">
        {formatShortDate(sale.soldAt)} · {sale.payerEmail}
      </span>
      <MoneyRelease sale={sale} />
    </>
  )
}

function SaleCard({ sale, hrefOf }: { sale: Sale; hrefOf: OrderHref }) {
  return (
    <li className="rounded-card border border-line bg-card p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 break-words">
          <ProductCell sale={sale} hrefOf={hrefOf} />
        </div>
        <span className="shrink-0">
          <OrderStateChip state={sale.state} />
        </span>
      </div>
      {isPaidState(sale.state) ? (
        <dl className="mt-3 grid gap-1 border-t border-line pt-3 text-small">
          {getAmountRows(sale).map(row => (
            <DescriptionRow
              key={row.kind}
              name={getAmountName(row.kind)}
              strong={row.kind === 'net'}
            >
              <Amount row={row} currency={sale.currency} />
            </DescriptionRow>
          ))}
        </dl>
      ) : (
        <p className="figures mt-2 text-small">
          {formatMinorUnits(sale.priceMinor, sale.currency)}
        </p>
      )}
    </li>
  )
}
