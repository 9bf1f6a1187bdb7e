import { type AdminReport, listReports, closeReport } from '#contract/admin/products.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { AdminActionButton } from '#web/features/admin/admin-action-button.tsx'
import { getReportReasonText } from '#web/features/storefront/report-reasons.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { ModerationButtons, ProductStateChip } from './products.tsx'

/** Lists the open reports that visitors have sent about products. */
export function AdminReports() {
  const page = useListPage({ state: 'open' })
  const query = useRead(listReports, { query: page.query })
  return (
    <List
      query={query}
      pages={page.stepsFrom(query.currentData)}
      rows={({ reports }) => reports}
      empty={m.admin_no_reports()}
    >
      {reports => (
        <ul className="grid gap-4">
          {reports.map(report => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
    </List>
  )
}

function Report({ report }: { report: AdminReport }) {
  const { id, productId, productName, productState, detail, email } = report
  return (
    <li className="grid gap-3 rounded-card border border-line bg-card p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <b className="font-[650] break-words">{productName}</b>
          <p className="figures text-small text-soft">
            @{report.sellerUsername} · {formatDateTime(report.at)}
          </p>
        </div>
        <span className="flex flex-wrap gap-1.5">
          <Chip tone="warn">{getReportReasonText(report.reason)}</Chip>
          <ProductStateChip state={productState} />
        </span>
      </div>
      {detail && <p className="break-words whitespace-pre-line">{detail}</p>}
      {email && (
        <p className="text-small break-words text-soft">
          <a href={`mailto:${email}`} className="link">
            {email}
          </a>
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <ModerationButtons id={productId} name={productName} state={productState} />
        <AdminActionButton
          endpoint={closeReport}
          params={{ id }}
          fields={{ outcome: 'acted' }}
          label={m.admin_report_acted()}
          name={productName}
          title={m.admin_report_acted_title()}
          text={m.admin_report_acted_text()}
        />
        <AdminActionButton
          endpoint={closeReport}
          params={{ id }}
          fields={{ outcome: 'dismissed' }}
          label={m.admin_report_dismiss()}
          name={productName}
          title={m.admin_report_dismiss_title()}
          text={m.admin_report_dismiss_text()}
        />
      </div>
    </li>
  )
}
