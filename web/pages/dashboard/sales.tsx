import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listSales } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { SalesList } from '#web/features/sales/sales-list.tsx'
import { paths } from '#web/paths.ts'
import { useUsername } from '#web/shared/dashboard-user.ts'
import { List, type PageSteps } from '#web/shared/lists/list.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { useMediaQuery } from '#web/shared/use-media-query.ts'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'
import type { Route } from './+types/sales'
import { OrderDrawer } from './sales/drawer/order-drawer.tsx'
import { createOrderHrefBuilder } from './sales/drawer/order-href.ts'
import { ExportLink, SalesFilterForm } from './sales/sales-filter-form.tsx'
import { parseSaleList, parseSalesFilter } from './sales/sales-filter.ts'
import { SaleListLinks } from './sales/sale-list-links.tsx'
import { OpenVouchers } from './sales/open-vouchers.tsx'
import { Sources } from './sales/sources.tsx'
import { Statements } from './sales/statements.tsx'
import { SalesFigures, SalesTotals, type SalesRange } from './sales/sales-totals.tsx'

/** The other views of the page, by `view` in the query of the URL. */
const VIEWS = {
  statements: { title: m.statements_title, Content: Statements },
  sources: { title: m.sources_title, Content: Sources },
}

const getView = (search: URLSearchParams) => {
  const name = search.get('view')
  return name === 'statements' || name === 'sources' ? VIEWS[name] : undefined
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(
    args,
    (getView(new URLSearchParams(args.location.search))?.title ?? m.desk_title)(),
    { hidden: true },
  )

/**
 * The sales page. With `view` in the query of the URL, it shows the monthly statements, or where the sales come from.
 */
export default function SalesPage() {
  const [search] = useSearchParams()
  const { Content = Sales } = getView(search) ?? {}
  return <Content />
}

/**
 * The totals and a list of the sales, the newest first. Attempts to pay that brought no money are a
 * list of their own. The list and its filters are in the query of the URL. On phones the newest sales come right after
 * the totals, and the chart after them.
 */
function Sales() {
  const [search] = useSearchParams()
  const [range, setRange] = useState<SalesRange>('30d')
  const isWide = useMediaQuery('(width >= 48rem)')
  const filter = parseSalesFilter(search)
  const list = parseSaleList(search)
  const cursor = search.get('cursor') ?? undefined
  const isFiltered = Object.keys(filter).length > 0
  const query = useRead(listSales, {
    query: { ...filter, list, ...(cursor !== undefined && { cursor }) },
  })
  const { currentData } = query
  const isEmpty = currentData?.sales.length === 0
  const hasNoSales = isEmpty && list === 'sales' && cursor === undefined && !isFiltered
  const attempts = useRead(listSales, { query: { list: 'attempts' } }, { skip: !hasNoSales })
  const hasNoAttempts = attempts.data?.sales.length === 0
  const getEmptyText = () => {
    if (cursor !== undefined) return m.desk_page_empty()
    if (isFiltered) return m.desk_filter_empty()
    return list === 'sales' ? m.desk_empty() : m.desk_attempts_empty()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header>
        <h1 className="text-title">{m.desk_title()}</h1>
        <p className="mt-2.5 text-soft">{m.desk_lead()}</p>
      </header>
      {hasNoSales && hasNoAttempts ? (
        <NoSales />
      ) : (
        <>
          <SalesTotals range={range} onRange={setRange} />
          {isWide && <ChartAndVouchers range={range} search={search} />}
          <section aria-labelledby="lines" className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="lines" className="text-[1.35rem]">
                {m.desk_lines()}
              </h2>
              <ExportLink filter={{ ...filter, list }} />
            </div>
            <SaleListLinks current={list} />
            <SalesFilterForm filter={filter} list={list} />
            <List
              query={query}
              rows={({ sales }) => sales}
              empty={getEmptyText()}
              loading={m.desk_loading()}
              skeleton={<Skeleton className="h-72 rounded-card" />}
              size="normal"
              pages={getPageSteps(search, currentData?.nextCursor ?? null)}
            >
              {sales => <SalesList sales={sales} hrefOf={createOrderHrefBuilder(search)} />}
            </List>
          </section>
          {!isWide && <ChartAndVouchers range={range} search={search} />}
        </>
      )}
      <OrderDrawer />
    </div>
  )
}

function ChartAndVouchers({ range, search }: { range: SalesRange; search: URLSearchParams }) {
  return (
    <>
      <SalesFigures range={range} />
      <OpenVouchers hrefOf={createOrderHrefBuilder(search)} />
    </>
  )
}

/** Returns the links to the first page of the list and to the page after this one. */
function getPageSteps(search: URLSearchParams, next: string | null): PageSteps {
  const address = (cursor?: string) =>
    `${paths.dashboardSales({ ...Object.fromEntries(search), cursor })}#lines`
  return {
    newer: search.has('cursor')
      ? { label: m.desk_newest(), to: address(), icon: <ArrowLeft aria-hidden size={18} /> }
      : undefined,
    older:
      next === null
        ? undefined
        : {
            label: m.desk_next(),
            to: address(next),
            icon: <ArrowRight aria-hidden size={18} className="order-last" />,
          },
  }
}

function NoSales() {
  const { origin } = useSiteSettings()
  const username = useUsername()
  const link = username ? `${origin}${paths.profile(username)}` : ''
  return (
    <EmptyState
      art="emptyRack"
      title={m.desk_empty()}
      action={
        username && (
          <CopyButton
            kind="primary"
            text={link}
            label={m.dash_copy()}
            copiedLabel={m.copied()}
            onFail={() => showToast('error', m.dash_copy_failed({ link }))}
          />
        )
      }
    >
      {m.desk_empty_text()}
    </EmptyState>
  )
}
