import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { cache } from '../../api/cache.ts'
import { LinkButton } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Failed } from '../dashboard/failed.tsx'
import { pageTitle } from '../shell/page-title.ts'
import { useUsername } from '../shell/use-username.ts'
import type { Route } from './+types/sales'
import { SalesList } from './sales-list.tsx'
import { Totals } from './totals.tsx'

export const meta: Route.MetaFunction = args => pageTitle(args, m.desk_title(), { hidden: true })

/** The sales desk: totals, and every sale from the newest on; the address says where the list starts. */
export default function Sales() {
  const [search] = useSearchParams()
  const cursor = search.get('cursor') ?? undefined
  const { currentData, error, refetch } = cache.useSalesQuery({
    query: cursor === undefined ? {} : { cursor },
  })
  const none = currentData?.sales.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1 className="text-title">{m.desk_title()}</h1>
        <p className="mt-2.5 text-soft">{m.desk_lead()}</p>
      </header>
      {none && cursor === undefined ? (
        <NoSales />
      ) : (
        <>
          {cursor === undefined && <Totals />}
          {error && !currentData && <Failed failure={error} onRetry={() => void refetch()} />}
          {!currentData && !error && (
            <div>
              <output className="sr-only">{m.desk_loading()}</output>
              <Skeleton className="h-72 rounded-card" />
            </div>
          )}
          {none && <p className="text-soft">{m.desk_page_empty()}</p>}
          {currentData && !none && <SalesList sales={currentData.sales} />}
          <Pages first={cursor === undefined} next={currentData?.nextCursor ?? null} />
        </>
      )}
    </div>
  )
}

function Pages({ first, next }: { first: boolean; next: string | null }) {
  if (first && next === null) return null
  return (
    <nav aria-label={m.pages()} className="flex flex-wrap justify-between gap-3">
      {!first && (
        <LinkButton kind="ghost" to="/dashboard/sales" icon={<ArrowLeft aria-hidden size={18} />}>
          {m.desk_newest()}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton
          kind="ghost"
          to={`/dashboard/sales?${new URLSearchParams({ cursor: next }).toString()}`}
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
  const username = useUsername()
  return (
    <EmptyState
      art="rack"
      title={m.desk_empty()}
      action={username && <LinkButton to={`/profile/${username}`}>{m.nav_kiosk_open()}</LinkButton>}
    >
      {m.desk_empty_text()}
    </EmptyState>
  )
}
