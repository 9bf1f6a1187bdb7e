import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { formatDay, formatMinorUnits, formatNumber } from '#web/i18n/format.ts'
import type { ChartBucket } from './chart-data.ts'

/** The measures that the chart can show. */
export const MEASURES = ['grossMinor', 'sales', 'views'] as const
export type Measure = (typeof MEASURES)[number]

export const MEASURE_NAMES: Record<Measure, () => string> = {
  grossMinor: m.desk_chart_revenue,
  sales: m.desk_chart_sales,
  views: m.desk_chart_views,
}

/** Formats the day or the days of a bar as text. */
export function formatBucketDays({ from, to }: ChartBucket): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}

/** Formats a value of the chart: an amount of money, or a number of sales or views. */
export function formatMeasure(measure: Measure, value: number, currency: Currency): string {
  return measure === 'grossMinor' ? formatMinorUnits(value, currency) : formatNumber(value)
}
