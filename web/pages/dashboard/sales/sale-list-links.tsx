import { Link } from 'react-router'
import { SALE_LISTS, type SaleList } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { getListPath } from './sales-filter.ts'
import { getSourcesPath } from './sources.tsx'
import { getStatementsPath } from './statements.tsx'

const LIST_NAMES: Record<SaleList, () => string> = {
  sales: m.desk_chart_sales,
  attempts: m.desk_list_attempts,
}

/** The links that switch between the sales and the attempts to pay that brought no money. */
export function SaleListLinks({ current }: { current: SaleList }) {
  return (
    <div className="grid gap-3">
      <nav aria-label={m.desk_lists()} className="flex flex-wrap gap-1.5">
        {SALE_LISTS.map(list => (
          <Link
            key={list}
            to={getListPath(list)}
            preventScrollReset
            aria-current={list === current ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-touch items-center rounded-full border-[1.5px] px-5 text-small font-[600] transition',
              list === current
                ? 'border-ink bg-ink text-paper'
                : 'border-edge/60 hover:border-ink hover:bg-tint',
            )}
          >
            {LIST_NAMES[list]()}
          </Link>
        ))}
        <Link
          to={getSourcesPath()}
          className="inline-flex min-h-touch items-center rounded-full border-[1.5px] border-edge/60 px-5 text-small font-[600] transition hover:border-ink hover:bg-tint"
        >
          {m.sources_title()}
        </Link>
        <Link
          to={getStatementsPath()}
          className="inline-flex min-h-touch items-center rounded-full border-[1.5px] border-edge/60 px-5 text-small font-[600] transition hover:border-ink hover:bg-tint"
        >
          {m.statements_title()}
        </Link>
        <Link
          to={paths.dashboardReturns()}
          className="inline-flex min-h-touch items-center rounded-full border-[1.5px] border-edge/60 px-5 text-small font-[600] transition hover:border-ink hover:bg-tint"
        >
          {m.returns_title()}
        </Link>
        <Link
          to={paths.dashboardReviews()}
          className="inline-flex min-h-touch items-center rounded-full border-[1.5px] border-edge/60 px-5 text-small font-[600] transition hover:border-ink hover:bg-tint"
        >
          {m.review_section()}
        </Link>
      </nav>
      {current === 'attempts' && <p className="text-small text-soft">{m.desk_attempts_lead()}</p>}
    </div>
  )
}
