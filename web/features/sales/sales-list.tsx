import { Link } from 'react-router'
import type { ShownOrderState } from '#contract/orders.ts'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'
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
          columns={columns(hrefOf)}
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

const money = (minor: number, { currency }: Sale) => formatMinorUnits(minor, currency)

/** The states in which nothing was paid, so that there is no commission or fee to show. */
const UNPAID_STATES: ReadonlySet<ShownOrderState> = new Set([
  'created',
  'pending',
  'in_process',
  'rejected',
  'expired',
])

/**
 * Shows an amount that is deducted from a sale. If the sale is not paid, or MercadoPago has not reported the amount
 * yet, shows a dash and the reason.
 */
function deduction(minor: number | null, sale: Sale) {
  const isUnpaid = UNPAID_STATES.has(sale.state)
  if (minor !== null && !isUnpaid) return money(minor, sale)
  const reason = isUnpaid ? m.desk_unpaid() : m.desk_unknown()
  return (
    <span title={reason}>
      <span aria-hidden>—</span>
      <span className="sr-only">{reason}</span>
    </span>
  )
}

const negate = (minor: number | null) => (minor === null ? null : -minor)

function columns(hrefOf: OrderHref): TableColumn<Sale>[] {
  return [
    {
      id: 'product',
      header: m.desk_product(),
      cell: sale => <ProductCell sale={sale} hrefOf={hrefOf} />,
    },
    { id: 'state', header: m.desk_state(), cell: ({ state }) => <OrderStateChip state={state} /> },
    {
      id: 'price',
      header: m.desk_price(),
      numeric: true,
      cell: sale => money(sale.priceMinor, sale),
    },
    {
      id: 'fee',
      header: m.desk_fee(),
      numeric: true,
      cell: sale => deduction(-sale.feeMinor, sale),
    },
    {
      id: 'provider',
      header: m.desk_provider(),
      numeric: true,
      cell: sale => deduction(negate(sale.providerFeeMinor), sale),
    },
    {
      id: 'net',
      header: m.desk_net_short(),
      numeric: true,
      cell: sale => <b className="font-[680]">{deduction(sale.netMinor, sale)}</b>,
    },
  ]
}

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
    </>
  )
}

function SaleCard({ sale, hrefOf }: { sale: Sale; hrefOf: OrderHref }) {
  const lines = [
    [m.desk_price(), money(sale.priceMinor, sale)],
    [m.desk_fee(), deduction(-sale.feeMinor, sale)],
    [m.desk_provider(), deduction(negate(sale.providerFeeMinor), sale)],
  ] as const
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
      <dl className="mt-3 grid gap-1 border-t border-line pt-3 text-small">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-soft">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{m.desk_net_short()}</dt>
          <dd className="figures">{deduction(sale.netMinor, sale)}</dd>
        </div>
      </dl>
    </li>
  )
}
