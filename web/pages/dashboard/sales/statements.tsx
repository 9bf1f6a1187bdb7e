import { useSearchParams } from 'react-router'
import { buildPath } from '#contract/core/endpoint.ts'
import {
  type Statement,
  type StatementSection,
  exportStatement,
  getStatementPdf,
  listStatements,
} from '#contract/sales/statements.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { type StatementRow, listStatementRows } from '#messages/statement-rows'
import { useRead } from '#web/api/query.ts'
import {
  formatDate,
  formatDay,
  formatMinorUnits,
  formatMonth,
  formatNumber,
} from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { List, type PageSteps } from '#web/shared/lists/list.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { Download } from '#web/ui/icons/download.tsx'

/** The path of the statements, or of those before a month. They are a view of the sales page. */
export const getStatementsPath = (before?: string) =>
  paths.dashboardSales({ view: 'statements', before })

/**
 * The seller's monthly statements, newest first, a year at a time. The newest is open; `month` in the query of the URL
 * opens another, for links from emails.
 */
export function Statements() {
  const [search] = useSearchParams()
  const before = search.get('before') ?? undefined
  const query = useRead(listStatements, { query: before === undefined ? {} : { before } })
  const opened = search.get('month')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid justify-items-start gap-2.5">
        <h1 className="text-title">{m.statements_title()}</h1>
        <p className="max-w-[44em] text-soft">{m.statements_lead()}</p>
        <LinkButton to={paths.dashboardSales()} kind="ghost" size="small">
          {m.statements_back()}
        </LinkButton>
      </header>
      <List
        query={query}
        pages={getPageSteps(before, query.currentData?.nextBefore ?? null)}
        rows={({ statements }) => statements}
        empty={before === undefined ? m.statements_empty() : m.statements_year_empty()}
        loading={m.desk_loading()}
        size="normal"
        skeleton={<Skeleton className="h-96 rounded-card" />}
      >
        {statements => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {statements.map((statement, index) => (
              <li key={statement.month}>
                <MonthStatement
                  statement={statement}
                  isOpen={opened === null ? index === 0 : opened === statement.month}
                />
              </li>
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

function getPageSteps(before: string | undefined, nextBefore: string | null): PageSteps {
  return {
    newer:
      before === undefined
        ? undefined
        : {
            label: m.statements_newer(),
            to: getStatementsPath(),
            icon: <ArrowLeft aria-hidden size={18} />,
          },
    older:
      nextBefore === null
        ? undefined
        : {
            label: m.statements_older(),
            to: getStatementsPath(nextBefore),
            icon: <ArrowRight aria-hidden size={18} className="order-last" />,
          },
  }
}

function MonthStatement({ statement, isOpen }: { statement: Statement; isOpen: boolean }) {
  const { month, sections, finalAt, digest, digestedText } = statement
  const name = formatMonth(month)
  return (
    <details
      open={isOpen}
      className="group overflow-hidden rounded-card border border-line bg-card"
    >
      <summary className="flex min-h-16 list-none items-center gap-4 px-5 py-3 hover:bg-tint/60 focus-visible:outline-offset-[-4px] sm:px-6 [&::-webkit-details-marker]:hidden">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 className="text-[1.2rem] first-letter:uppercase">{name}</h2>
          <Chip tone={finalAt === null ? 'warn' : 'jade'}>
            {finalAt === null ? m.statement_provisional() : m.statement_final()}
          </Chip>
        </div>
        <span className="figures ml-auto grid shrink-0 justify-items-end font-[650]">
          {sections.map(({ currency, netMinor }) => (
            <span key={currency}>{formatMinorUnits(netMinor, currency)}</span>
          ))}
        </span>
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-awning-deep transition group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line px-5 py-5 sm:px-6">
        {sections.map(section => (
          <Section
            key={section.currency}
            section={section}
            statement={statement}
            hasTitle={sections.length > 1}
          />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-[36em] text-small text-soft">
            {finalAt === null
              ? m.statement_provisional_hint()
              : m.statement_final_hint({ date: formatDate(finalAt) })}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <LinkButton
              kind="ghost"
              size="small"
              href={`/api${buildPath(exportStatement, { month })}`}
              download
              aria-label={m.statement_csv_of({ month: name })}
              icon={<Download aria-hidden size={17} />}
            >
              {m.statement_csv()}
            </LinkButton>
            <LinkButton
              kind="ghost"
              size="small"
              href={`/api${buildPath(getStatementPdf, { month })}`}
              download
              aria-label={m.statement_pdf_of({ month: name })}
              icon={<Download aria-hidden size={17} />}
            >
              {m.statement_pdf()}
            </LinkButton>
          </div>
        </div>
        {digest !== null && digestedText !== null && (
          <p className="text-tiny text-soft">
            <span>{m.statement_digest()}</span>: <code className="break-all">{digest}</code>{' '}
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(digestedText)}`}
              download={`${month}.txt`}
              aria-label={m.statement_digested_text_of({ month: name })}
              className="link"
            >
              {m.statement_digested_text()}
            </a>
          </p>
        )}
      </div>
    </details>
  )
}

/** Shows the calculation of a month in one currency. */
function Section({
  section,
  statement: { month, releasedUntil },
  hasTitle,
}: {
  section: StatementSection
  statement: Statement
  /** Whether the currency is named, since there is more than one. */
  hasTitle: boolean
}) {
  const { currency, saleCount, freeCopyCount } = section
  const rows = listStatementRows(section, formatDay(releasedUntil), getLocale())
  return (
    <section aria-label={`${formatMonth(month)} ${currency}`} className="grid gap-1">
      {hasTitle && <h3 className="text-h3">{currency}</h3>}
      <dl className="text-small">
        <div className="flex justify-between gap-4 py-1.5">
          <dt className="text-soft">{m.statement_sales()}</dt>
          <dd className="figures">{formatNumber(saleCount)}</dd>
        </div>
        {freeCopyCount > 0 && (
          <div className="flex justify-between gap-4 py-1.5">
            <dt className="text-soft">{m.statement_free_copies({ count: freeCopyCount })}</dt>
            <dd className="figures">{formatMinorUnits(0, currency)}</dd>
          </div>
        )}
        {rows.map(row => (
          <Row key={row.label} row={row} amount={formatMinorUnits(row.minor, currency)} />
        ))}
      </dl>
    </section>
  )
}

function Row({ row: { kind, label, hint }, amount }: { row: StatementRow; amount: string }) {
  const isTotal = kind === 'total'
  return (
    <div
      className={cx(
        'flex justify-between gap-4',
        isTotal ? 'my-1.5 border-y border-line py-3 text-base font-[650]' : 'py-1.5',
      )}
    >
      <dt className={isTotal ? '' : 'text-soft'}>
        <span>{label}</span>
        {hint !== undefined && <span className="block max-w-[36em] text-tiny">{hint}</span>}
      </dt>
      <dd className={cx('figures whitespace-nowrap', isTotal && 'text-jade')}>{amount}</dd>
    </div>
  )
}
