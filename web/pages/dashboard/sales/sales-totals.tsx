import type { ReactNode } from 'react'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import { toLocalDay, addDays } from '#contract/core/time-zone.ts'
import { SALES_RANGES, getSalesSummary } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { getKeptMinor } from '#web/features/sales/kept-amount.ts'
import { formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { getDeductions } from './deductions.ts'
import { SalesByProduct } from './sales-by-product.tsx'

export type SalesRange = (typeof SALES_RANGES)[number]
type Summary = EndpointReply<typeof getSalesSummary>

export const RANGE_TEXTS: Record<SalesRange, () => string> = {
  '7d': m.desk_range_7d,
  '30d': m.desk_range_30d,
  '90d': m.desk_range_90d,
  '12m': m.desk_range_12m,
  all: m.desk_range_all,
}

const RANGE_DAYS: Record<Exclude<SalesRange, 'all'>, number> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
}

/** Returns the first day of a period that ends today; undefined for all time. */
function firstDay(range: SalesRange): string | undefined {
  if (range === 'all') return undefined
  return addDays(toLocalDay(new Date()), 1 - RANGE_DAYS[range])
}

/** Shows what the seller keeps of the sales of a period, and how that is calculated. */
export function SalesTotals({
  range,
  onRange,
}: {
  range: SalesRange
  onRange: (range: SalesRange) => void
}) {
  const query = useRead(getSalesSummary, { query: { range } })
  return (
    <section aria-labelledby="totals" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="totals" className="text-[1.35rem]">
          {m.desk_totals()}
        </h2>
        <Select
          label={m.desk_range()}
          className="w-52"
          value={range}
          onChange={event =>
            onRange(SALES_RANGES.find(candidate => candidate === event.target.value) ?? 'all')
          }
          options={SALES_RANGES.map(value => ({ value, label: RANGE_TEXTS[value]() }))}
        />
      </div>
      <Loaded query={query} skeleton={<Figures summary={undefined} />}>
        {summary => <Figures summary={summary} />}
      </Loaded>
    </section>
  )
}

/** Shows a chart of a period, and the figures of each product. */
export function SalesFigures({ range }: { range: SalesRange }) {
  const { currentData, error } = useRead(getSalesSummary, { query: { range } })
  return (
    <>
      {(currentData || !error) && <ChartPanel summary={currentData} from={firstDay(range)} />}
      <section aria-labelledby="by-product" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="by-product" className="text-[1.35rem]">
          {m.desk_products()}
        </h2>
        <SalesByProduct key={range} range={range} />
      </section>
    </>
  )
}

/**
 * Shows what the seller keeps, and the calculation that leads to it. Rows that are zero are left out, except the usual
 * ones. Those from the revenue on add up to what the seller keeps.
 */
function Figures({ summary }: { summary: Summary | undefined }) {
  const money = (minor: number | undefined) =>
    summary && minor !== undefined ? formatMinorUnits(minor, summary.currency) : undefined
  const kept = summary && getKeptMinor(summary)
  return (
    <div className="grid overflow-hidden rounded-card border border-line bg-card lg:grid-cols-[1fr_1.25fr]">
      <div className="grid content-center gap-1 bg-jade-tint p-6">
        <span className="font-semibold">{m.desk_net()}</span>
        <Amount large>{money(kept)}</Amount>
        <span className="text-tiny">{m.desk_net_hint()}</span>
      </div>
      <dl className="grid content-center px-6 py-4 text-small">
        <Row name={m.desk_count()}>{summary && formatNumber(summary.count)}</Row>
        <Row name={m.desk_gross()}>{money(summary?.grossMinor)}</Row>
        {getDeductions(summary).map(({ name, minor }) => (
          <Row key={name} name={name}>
            {money(minor)}
          </Row>
        ))}
        {summary && summary.freeCopies > 0 && (
          <Row name={m.desk_free_copies()}>{formatNumber(summary.freeCopies)}</Row>
        )}
        {summary && summary.refundedMinor > 0 && (
          <Row name={m.desk_refunded()}>{money(summary.refundedMinor)}</Row>
        )}
      </dl>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-soft">{name}</dt>
      <dd>
        <Amount>{children}</Amount>
      </dd>
    </div>
  )
}

function Amount({ large = false, children }: { large?: boolean; children: ReactNode }) {
  if (children === undefined)
    return <Skeleton className={large ? 'my-1.5 h-9 w-44' : 'mt-0.5 h-5 w-20'} />
  return large ? (
    <span className="figures font-display text-[2.3rem] leading-tight font-bold tracking-[-0.02em] text-jade">
      {children}
    </span>
  ) : (
    <span className="figures">{children}</span>
  )
}
