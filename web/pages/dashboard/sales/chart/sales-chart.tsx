import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Currency } from '#contract/core/fields.ts'
import { formatCompactAmount, formatShortDay } from '#web/i18n/format.ts'
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

const tick = { fill: 'var(--color-soft)', fontSize: 13 }

/** Draws the bar chart of the sales page. For people who cannot see it, there is a table with the same data. */
export default function SalesChart({
  buckets,
  measure,
  currency,
}: {
  buckets: ChartBucket[]
  measure: Measure
  currency: Currency
}) {
  const formatValue = (value: number) =>
    measure === 'grossMinor' ? formatCompactAmount(value) : formatMeasure(measure, value, currency)
  const highest = Math.max(0, ...buckets.map(bucket => bucket[measure]))
  const ticks = getAxisTicks(highest, measure === 'grossMinor' ? MINOR_PER_UNIT : 1)
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart
        data={buckets}
        margin={{ top: 8, right: 0, bottom: 0, left: 8 }}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="from"
          tickFormatter={formatShortDay}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={16}
        />
        <YAxis
          tickFormatter={formatValue}
          tick={tick}
          tickLine={false}
          axisLine={false}
          width="auto"
          ticks={ticks}
          domain={[0, ticks.at(-1) || 1]}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-tint)' }}
          content={<ChartTooltip currency={currency} />}
        />
        <Bar
          dataKey={measure}
          fill="var(--color-jade)"
          radius={[4, 4, 0, 0]}
          maxBarSize={38}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}

/** The tooltip of the chart. The chart library passes `active` and `payload`. */
function ChartTooltip({
  active,
  payload,
  currency,
}: {
  active?: boolean
  payload?: readonly { payload?: ChartBucket }[]
  currency: Currency
}) {
  const bucket = payload?.[0]?.payload
  if (!active || !bucket) return null
  return (
    <div className="figures rounded-field border border-line bg-card px-3.5 py-2.5 text-small shadow-soft">
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
