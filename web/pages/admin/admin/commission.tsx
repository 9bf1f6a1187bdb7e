import { useState } from 'react'
import {
  type CommissionDifference,
  type CommissionMonth,
  MAX_REFUNDED_SALES,
  type RefundedSale,
  getCommission,
  listCommissionDifferences,
} from '#contract/admin/commission.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime, formatMinorUnits } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Table, type TableColumn } from '#web/ui/data/table.tsx'

/** Formats a month, `2026-11`: `11/2026`. */
const formatMonth = (month: string) => month.split('-').toReversed().join('/')

/** Shows the marketplace's commission of each month of a year, and the payments whose commission is not as agreed. */
export function Commission() {
  const [year, setYear] = useState<number>()
  const query = useRead(getCommission, { query: year === undefined ? {} : { year } })
  const shownYear = query.currentData?.year
  const earlierYear = query.currentData?.hasEarlier ? query.currentData.year - 1 : undefined
  const yearSteps = {
    newer:
      year === undefined
        ? undefined
        : { label: m.list_newest(), onPress: () => setYear(undefined) },
    older:
      earlierYear === undefined
        ? undefined
        : { label: String(earlierYear), onPress: () => setYear(earlierYear) },
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-[36em] text-soft">{m.admin_commission_text()}</p>
        <List
          query={query}
          pages={yearSteps}
          rows={({ months }) => months}
          empty={m.admin_commission_none({ year: String(shownYear ?? '') })}
        >
          {months => (
            <Table
              caption={m.admin_commission_months({ year: String(shownYear ?? '') })}
              captionHidden
              columns={monthColumns()}
              rows={months}
              rowKey={({ month, currency }) => `${month} ${currency}`}
            />
          )}
        </List>
      </div>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="text-h3">{m.admin_commission_differences()}</h2>
        <Differences key={year} year={year} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="text-h3">{m.admin_commission_refunded()}</h2>
        <p className="max-w-[36em] text-soft">
          {m.admin_commission_refunded_text({ count: MAX_REFUNDED_SALES })}
        </p>
        <List
          query={query}
          pages={null}
          rows={({ refundedSales }) => refundedSales}
          empty={m.admin_commission_none_refunded({ year: String(shownYear ?? '') })}
        >
          {sales => (
            <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
              {sales.map(sale => (
                <Refunded key={sale.id} sale={sale} />
              ))}
            </ul>
          )}
        </List>
      </section>
    </div>
  )
}

function Refunded({ sale }: { sale: RefundedSale }) {
  const { soldAt, number, sellerUsername, productName, currency, priceMinor, refundedMinor } = sale
  return (
    <li className="grid gap-1 px-5 py-3.5 text-small">
      <p>
        <b className="figures">{number}</b> · @{sellerUsername}
      </p>
      <p className="break-words">{productName}</p>
      <p className="figures">
        {m.admin_commission_refunded_amount({
          refunded: formatMinorUnits(refundedMinor, currency),
          price: formatMinorUnits(priceMinor, currency),
        })}
      </p>
      <p className="figures text-tiny text-soft">{formatDateTime(soldAt)}</p>
    </li>
  )
}

const monthColumns = (): TableColumn<CommissionMonth>[] => [
  {
    id: 'month',
    header: m.admin_commission_month(),
    cell: ({ month }) => <span className="figures">{formatMonth(month)}</span>,
  },
  amountColumn('earnedMinor', m.admin_commission_earned()),
  amountColumn('returnedMinor', m.admin_commission_returned()),
  amountColumn('missingMinor', m.admin_commission_missing()),
  amountColumn('excessMinor', m.admin_commission_excess()),
  amountColumn('forgoneMinor', m.admin_commission_forgone()),
]

const amountColumn = (
  id: 'earnedMinor' | 'returnedMinor' | 'missingMinor' | 'excessMinor' | 'forgoneMinor',
  header: string,
): TableColumn<CommissionMonth> => ({
  id,
  header,
  numeric: true,
  cell: row => formatMinorUnits(row[id], row.currency),
})

function Differences({ year }: { year: number | undefined }) {
  const page = useListPage(year === undefined ? {} : { year })
  const query = useRead(listCommissionDifferences, { query: page.query })
  return (
    <List
      query={query}
      pages={page.stepsFrom(query.currentData)}
      rows={({ differences }) => differences}
      empty={m.admin_commission_no_differences()}
    >
      {differences => (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {differences.map(difference => (
            <Difference key={difference.id} difference={difference} />
          ))}
        </ul>
      )}
    </List>
  )
}

function Difference({ difference }: { difference: CommissionDifference }) {
  const { at, paymentId, number, sellerUsername, currency, agreedMinor, missingMinor } = difference
  const amount = formatMinorUnits(Math.abs(missingMinor), currency)
  return (
    <li className="grid gap-1 px-5 py-3.5 text-small">
      <p>
        <b className="figures">{number}</b> · @{sellerUsername}
      </p>
      <p className="figures">
        <span>
          {missingMinor > 0
            ? m.admin_commission_is_missing({ amount })
            : m.admin_commission_is_excess({ amount })}
        </span>{' '}
        <span>
          {m.admin_commission_agreed({ amount: formatMinorUnits(agreedMinor, currency) })}
        </span>
      </p>
      <p className="figures text-tiny break-words text-soft">
        {m.admin_commission_payment({ id: paymentId })} · {formatDateTime(at)}
      </p>
    </li>
  )
}
