import { useState } from 'react'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import type { getSalesSummary } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table } from '#web/ui/data/table.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ChartNoAxesColumn } from '#web/ui/icons/chart-no-axes-column.tsx'
import { Table as TableIcon } from '#web/ui/icons/table.tsx'
import { groupIntoBuckets } from './chart-data.ts'
import {
  MEASURES,
  MEASURE_NAMES,
  formatMeasure,
  formatBucketDays,
  type Measure,
} from './measures.ts'
import { SalesChart } from './sales-chart.tsx'

/** Shows the revenue, sales or views over time, as a chart or as a table. */
export function ChartPanel({
  summary,
  from,
}: {
  summary: EndpointReply<typeof getSalesSummary> | undefined
  /** The first day of the period; undefined for all time. */
  from: string | undefined
}) {
  const [measure, setMeasure] = useState<Measure>('grossMinor')
  const [isTableShown, setIsTableShown] = useState(false)
  const [today] = useState(() => toLocalDay(new Date()))
  if (!summary) return <Skeleton className="h-60 rounded-card" />
  const { days, currency } = summary
  const buckets = groupIntoBuckets(days, from, today)
  return (
    <div className="rounded-card border border-line bg-card p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{m.desk_chart_measure()}</legend>
          {MEASURES.map(name => (
            <button
              key={name}
              type="button"
              aria-pressed={measure === name}
              onClick={() => setMeasure(name)}
              className={cx(
                'min-h-11 rounded-full border-[1.5px] px-4 text-small font-[600] transition',
                measure === name
                  ? 'border-ink bg-ink text-paper'
                  : 'border-edge/60 hover:border-ink hover:bg-tint',
              )}
            >
              {MEASURE_NAMES[name]()}
            </button>
          ))}
        </fieldset>
        <Button
          kind="quiet"
          size="small"
          onClick={() => setIsTableShown(shown => !shown)}
          icon={
            isTableShown ? (
              <ChartNoAxesColumn aria-hidden size={17} />
            ) : (
              <TableIcon aria-hidden size={17} />
            )
          }
        >
          {isTableShown ? m.desk_chart_draw() : m.desk_chart_table()}
        </Button>
      </div>
      {isTableShown ? (
        <div className="max-h-80 overflow-y-auto">
          <Table
            caption={m.desk_chart_caption()}
            captionHidden
            rowKey={({ from }) => from}
            rows={buckets.toReversed()}
            columns={[
              { id: 'days', header: m.desk_chart_day(), cell: formatBucketDays },
              ...MEASURES.map(name => ({
                id: name,
                header: MEASURE_NAMES[name](),
                numeric: true,
                cell: (bucket: (typeof buckets)[number]) =>
                  formatMeasure(name, bucket[name], currency),
              })),
            ]}
          />
        </div>
      ) : (
        <figure>
          <figcaption className="sr-only">
            {m.desk_chart_label({ measure: MEASURE_NAMES[measure]() })}
          </figcaption>
          {/* Screen readers skip the chart, because the table has the same data. */}
          <div aria-hidden className="relative h-60">
            <SalesChart buckets={buckets} measure={measure} currency={currency} />
            {buckets.every(bucket => bucket[measure] === 0) && (
              <p className="absolute inset-0 grid place-items-center pb-8 text-center text-small text-soft">
                {m.desk_chart_none()}
              </p>
            )}
          </div>
        </figure>
      )}
      <p className="mt-3 text-tiny text-soft">{m.desk_chart_zone()}</p>
    </div>
  )
}
