import { SHOWN_ORDER_STATES } from '#contract/orders/orders.ts'
import { LIST_OF_STATE, SALE_LISTS, type SaleFilter, type SaleList } from '#contract/sales/lines.ts'
import { paths } from '#web/paths.ts'
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

/**
 * Returns the list that the query of the URL selects: the sales, unless the query names the attempts or filters by one
 * of their states.
 */
export function parseSaleList(search: URLSearchParams): SaleList {
  const { state } = parseSalesFilter(search)
  if (state) return LIST_OF_STATE[state]
  return SALE_LISTS.find(candidate => candidate === search.get('list')) ?? 'sales'
}

/** Returns the path of a list without any filter. */
export function getListPath(list: SaleList): string {
  return paths.dashboardSales(list === 'sales' ? {} : { list })
}

/** Returns the filter as a query string, without empty fields. */
export function toFilterQuery(filter: Record<string, string>): string {
  const fields = Object.entries(filter).filter(([, value]) => value.trim() !== '')
  const search = new URLSearchParams(fields).toString()
  return search ? `?${search}` : '?'
}
