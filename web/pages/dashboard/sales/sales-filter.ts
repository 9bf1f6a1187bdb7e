import { SHOWN_ORDER_STATES } from '#contract/orders.ts'
import type { SaleFilter } from '#contract/sales/lines.ts'
import { parseId } from '#web/shared/parse-id.ts'

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Parses the filter of the sales list from the query of the URL. Invalid values are ignored. */
export function parseSalesFilter(search: URLSearchParams): SaleFilter {
  const text = (name: string) => search.get(name)?.trim() || undefined
  const day = (name: string) => {
    const value = text(name)
    return value && DAY_PATTERN.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
  }
  const filter = {
    q: text('q')?.slice(0, 100),
    productId: parseId(text('product')),
    state: SHOWN_ORDER_STATES.find(candidate => candidate === search.get('state')),
    from: day('from'),
    to: day('to'),
  }
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as SaleFilter
}

/** Returns the filter as a query string, without empty fields. */
export function toFilterQuery(filter: Record<string, string>): string {
  const fields = Object.entries(filter).filter(([, value]) => value.trim() !== '')
  const search = new URLSearchParams(fields).toString()
  return search ? `?${search}` : '?'
}
