import { Link } from 'react-router'
import type { OrderView } from '#contract/orders.ts'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { formatMinor, formatShortDate } from '#web/i18n/format.ts'
import { Table, type Column } from '#web/ui/data/table.tsx'
import { SaleState } from './order-state-chip.tsx'

const keyOf = ({ itemId }: Sale) => itemId

type AddressOf = (orderId: string) => string

/** Lists sales as a table on large screens and as cards on phones. */
export function SalesList({
  sales,
  addressOf,
}: {
  sales: readonly Sale[]
  /** Returns the address that opens the order of a sale. */
  addressOf: AddressOf
}) {
  return (
    <>
      <div className="hidden md:block">
        <Table
          caption={m.desk_table()}
          captionHidden
          columns={columns(addressOf)}
          rows={sales}
          rowKey={keyOf}
        />
      </div>
      <ul aria-label={m.desk_table()} className="grid gap-3 md:hidden">
        {sales.map(sale => (
          <SaleCard key={keyOf(sale)} sale={sale} addressOf={addressOf} />
        ))}
      </ul>
    </>
  )
}

const money = (minor: number, { currency }: Sale) => formatMinor(minor, currency)

/** In these states nothing was paid, so there are no deductions. */
const UNPAID: ReadonlySet<OrderView> = new Set([
  'created',
  'pending',
  'in_process',
  'rejected',
  'expired',
])

/**
 * Shows an amount of a paid sale, or a dash with the reason: the sale is not paid, or MercadoPago has not reported the
 * amount yet.
 */
function part(minor: number | null, sale: Sale) {
  const unpaid = UNPAID.has(sale.state)
  if (minor !== null && !unpaid) return money(minor, sale)
  const why = unpaid ? m.desk_unpaid() : m.desk_unknown()
  return (
    <span title={why}>
      <span aria-hidden>—</span>
      <span className="sr-only">{why}</span>
    </span>
  )
}

const minus = (minor: number | null) => (minor === null ? null : -minor)

function columns(addressOf: AddressOf): Column<Sale>[] {
  return [
    {
      id: 'product',
      header: m.desk_product(),
      cell: sale => <What sale={sale} addressOf={addressOf} />,
    },
    { id: 'state', header: m.desk_state(), cell: ({ state }) => <SaleState state={state} /> },
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
      cell: sale => part(-sale.feeMinor, sale),
    },
    {
      id: 'provider',
      header: m.desk_provider(),
      numeric: true,
      cell: sale => part(minus(sale.providerFeeMinor), sale),
    },
    {
      id: 'net',
      header: m.desk_net_short(),
      numeric: true,
      cell: sale => <b className="font-[680]">{part(sale.netMinor, sale)}</b>,
    },
  ]
}

function What({ sale, addressOf }: { sale: Sale; addressOf: AddressOf }) {
  return (
    <>
      <Link
        to={addressOf(sale.orderId)}
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

function SaleCard({ sale, addressOf }: { sale: Sale; addressOf: AddressOf }) {
  const lines = [
    [m.desk_price(), money(sale.priceMinor, sale)],
    [m.desk_fee(), part(-sale.feeMinor, sale)],
    [m.desk_provider(), part(minus(sale.providerFeeMinor), sale)],
  ] as const
  return (
    <li className="rounded-card border border-line bg-card p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 break-words">
          <What sale={sale} addressOf={addressOf} />
        </div>
        <span className="shrink-0">
          <SaleState state={sale.state} />
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
          <dd className="figures">{part(sale.netMinor, sale)}</dd>
        </div>
      </dl>
    </li>
  )
}
