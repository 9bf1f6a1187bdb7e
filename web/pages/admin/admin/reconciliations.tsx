import {
  type PaymentDifference,
  type PaymentDifferenceKind,
  type ReconciliationReport,
  listReconciliations,
} from '#contract/reconciliation.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime, formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'

const DIFFERENCE_TEXTS: Record<PaymentDifferenceKind, () => string> = {
  missing: m.admin_difference_missing,
  extra: m.admin_difference_extra,
  amount: m.admin_difference_amount,
  refund: m.admin_difference_refund,
  fee: m.admin_difference_fee,
  status: m.admin_difference_status,
}

/** Lists the daily reports that compare the payments of each seller at MercadoPago with ours. */
export function Reconciliations() {
  const page = useListPage({})
  const query = useRead(listReconciliations, { query: page.query })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[36em] text-soft">{m.admin_reconciliations_text()}</p>
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ reports }) => reports}
        empty={m.admin_reconciliations_none()}
      >
        {reports => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {reports.map(report => (
              <Report key={report.id} report={report} />
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

function Report({ report }: { report: ReconciliationReport }) {
  const { from, to, sellerUsername, currency, provider, ours, differences } = report
  const describe = ({ count, keptMinor }: ReconciliationReport['ours']) => ({
    count: formatNumber(count),
    amount: formatMinorUnits(keptMinor, currency),
  })
  return (
    <li className="grid gap-1 px-5 py-3.5 text-small">
      <p>
        <b>@{sellerUsername}</b>{' '}
        <span className="figures text-tiny text-soft">
          {formatDateTime(from)} – {formatDateTime(to)}
        </span>
      </p>
      <p className="figures">{m.admin_reconciliation_provider(describe(provider))}</p>
      <p className="figures">{m.admin_reconciliation_ours(describe(ours))}</p>
      {differences.length === 0 ? (
        <p className="text-soft">{m.admin_reconciliation_equal()}</p>
      ) : (
        <ul className="grid gap-0.5">
          {differences.map(difference => (
            <Difference key={`${difference.paymentId} ${difference.kind}`} {...difference} />
          ))}
        </ul>
      )}
    </li>
  )
}

const Difference = ({ paymentId, kind }: PaymentDifference) => (
  <li className="figures break-words">
    {m.admin_commission_payment({ id: paymentId })}: {DIFFERENCE_TEXTS[kind]()}
  </li>
)
