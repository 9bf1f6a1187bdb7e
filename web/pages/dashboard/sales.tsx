import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { salesApi } from '#web/features/sales/api.ts'
import { SalesList } from '#web/features/sales/sales-list.tsx'
import { paths } from '#web/paths.ts'
import { useUsername } from '#web/shared/dashboard-user.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { useMediaQuery } from '#web/shared/use-media-query.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/sales'
import { OrderDrawer, createOrderHrefBuilder } from './sales/drawer/order-drawer.tsx'
import { ExportLink, SalesFilterForm } from './sales/sales-filter-form.tsx'
import { parseSaleList, parseSalesFilter } from './sales/sales-filter.ts'
import { SaleListLinks } from './sales/sale-list-links.tsx'
import { OpenVouchers } from './sales/open-vouchers.tsx'
import { SalesFigures, SalesTotals, type SalesRange } from './sales/sales-totals.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.desk_title(), { hidden: true })

/**
 * The sales page, with the totals and a list of the sales, the newest first. Attempts to pay that brought no money are a
 * list of their own. The list and its filters are in the query of the URL. On phones the newest sales come right after
 * the totals, and the chart after them.
 */
export default function SalesPage() {
  const [search] = useSearchParams()
  const [range, setRange] = useState<SalesRange>('30d')
  const isWide = useMediaQuery('(width >= 48rem)')
  const filter = parseSalesFilter(search)
  const list = parseSaleList(search)
  const cursor = search.get('cursor') ?? undefined
  const isFiltered = Object.keys(filter).length > 0
  const { currentData, error, refetch } = salesApi.useSalesQuery({
    query: { ...filter, list, ...(cursor !== undefined && { cursor }) },
  })
  const isEmpty = currentData?.sales.length === 0
  const hasNoSales = isEmpty && list === 'sales' && cursor === undefined && !isFiltered
  const attempts = salesApi.useSalesQuery({ query: { list: 'attempts' } }, { skip: !hasNoSales })
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
            {error && !currentData && <LoadError failure={error} onRetry={() => void refetch()} />}
            {!currentData && !error && (
              <div>
                <output className="sr-only">{m.desk_loading()}</output>
                <Skeleton className="h-72 rounded-card" />
              </div>
            )}
            {isEmpty && (
              <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">
                {getEmptyText()}
              </p>
            )}
            {currentData && !isEmpty && (
              <SalesList sales={currentData.sales} hrefOf={createOrderHrefBuilder(search)} />
            )}
            <Pager search={search} next={currentData?.nextCursor ?? null} />
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

function Pager({ search, next }: { search: URLSearchParams; next: string | null }) {
  const isFirst = !search.has('cursor')
  if (isFirst && next === null) return null
  const address = (cursor?: string) =>
    `${paths.dashboardSales({ ...Object.fromEntries(search), cursor })}#lines`
  return (
    <nav aria-label={m.pages()} className="flex flex-wrap justify-between gap-3">
      {!isFirst && (
        <LinkButton kind="ghost" to={address()} icon={<ArrowLeft aria-hidden size={18} />}>
          {m.desk_newest()}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton
          kind="ghost"
          to={address(next)}
          className="ml-auto"
          icon={<ArrowRight aria-hidden size={18} className="order-last" />}
        >
          {m.desk_next()}
        </LinkButton>
      )}
    </nav>
  )
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
