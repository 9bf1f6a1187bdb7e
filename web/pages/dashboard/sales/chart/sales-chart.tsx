import type { Currency } from '#contract/core/fields.ts'
import { formatCompactAmount, formatShortDay } from '#web/i18n/format.ts'
import { cx } from '#web/ui/cx.ts'
import { type ChartBucket, getAxisTicks } from './chart-data.ts'
import {
  MEASURES,
  type Measure,
  MEASURE_NAMES,
  formatMeasure,
  formatBucketDays,
} from './measures.ts'

/** Axis values of money are whole units, without centavos. */
const MINOR_PER_UNIT = 100
/** The number of days that are named below the bars at most. On a phone every second one of them is hidden. */
const MAX_LABELS = 8

/** Draws the bar chart of the sales page. For people who cannot see it, there is a table with the same data. */
export function SalesChart({
  buckets,
  measure,
  currency,
}: {
  buckets: ChartBucket[]
  measure: Measure
  currency: Currency
}) {
  const isMoney = measure === 'grossMinor'
  const highest = Math.max(0, ...buckets.map(bucket => bucket[measure]))
  const ticks = getAxisTicks(highest, isMoney ? MINOR_PER_UNIT : 1)
  const top = ticks.at(-1) || 1
  const labelEvery = Math.ceil(buckets.length / MAX_LABELS)
  return (
    <div className="figures grid h-full grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 pt-2 text-tiny text-soft">
      <div className="flex flex-col-reverse justify-between text-right">
        {ticks.map(value => (
          // The text has no height, so that its middle is on the line of its value.
          <span key={value} className="flex h-0 items-center justify-end">
            {isMoney ? formatCompactAmount(value) : formatMeasure(measure, value, currency)}
          </span>
        ))}
      </div>
      <div className="relative">
        <div className="absolute inset-0 flex flex-col-reverse justify-between">
          {ticks.map(value => (
            <div key={value} className="border-t border-line" />
          ))}
        </div>
        <div className="absolute inset-0 flex">
          {buckets.map((bucket, index) => (
            <div key={bucket.from} className="group relative flex flex-1 items-end">
              <div className="absolute inset-0 group-hover:bg-tint" />
              <div
                className="relative mx-auto w-4/5 max-w-9.5 rounded-t-[4px] bg-jade"
                style={{ height: `${(bucket[measure] / top) * 100}%` }}
              />
              <Tooltip bucket={bucket} currency={currency} isLeft={index < buckets.length / 2} />
            </div>
          ))}
        </div>
      </div>
      <div />
      <div className="flex h-7 items-end">
        {buckets.map(({ from }, index) => (
          <div key={from} className="flex w-0 flex-1 justify-center whitespace-nowrap">
            {index % labelEvery === 0 && (
              <span className={cx((index / labelEvery) % 2 === 1 && 'max-sm:hidden')}>
                {formatShortDay(from)}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The figures of a bar, which are shown while the pointer is on it. */
function Tooltip({
  bucket,
  currency,
  isLeft,
}: {
  bucket: ChartBucket
  currency: Currency
  /** Whether the bar is in the left half, so that there is room to its right. */
  isLeft: boolean
}) {
  return (
    <div
      className={cx(
        'pointer-events-none absolute top-2 z-10 hidden w-max rounded-field border border-line bg-card px-3.5 py-2.5 text-small text-ink shadow-soft group-hover:block',
        isLeft ? 'left-full' : 'right-full',
      )}
    >
      <p className="font-semibold">{formatBucketDays(bucket)}</p>
      {MEASURES.map(measure => (
        <p key={measure} className="flex justify-between gap-6">
          <span className="text-soft">{MEASURE_NAMES[measure]()}</span>
          {formatMeasure(measure, bucket[measure], currency)}
        </p>
      ))}
    </div>
  )
}
