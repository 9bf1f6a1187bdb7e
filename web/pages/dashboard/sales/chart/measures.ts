import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { formatDay, formatMinor, formatNumber } from '#web/i18n/format.ts'
import type { Bucket } from './chart-data.ts'

/** What the bars show. */
export const MEASURES = ['grossMinor', 'sales', 'views'] as const
export type Measure = (typeof MEASURES)[number]

export const measureNames: Record<Measure, () => string> = {
  grossMinor: m.desk_chart_revenue,
  sales: m.desk_chart_sales,
  views: m.desk_chart_views,
}

/** The days of a bar. */
export function spanText({ from, to }: Bucket): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
}

/** An amount of money, or a number of sales or views. */
export function showMeasure(measure: Measure, value: number, currency: Currency): string {
  return measure === 'grossMinor' ? formatMinor(value, currency) : formatNumber(value)
}
