import type { ListQuery } from '#contract/catalog/search.ts'

/** Numbers its parameters as it is written. */
export class Statement {
  readonly values: unknown[] = []
  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

type Sort = NonNullable<ListQuery['sort']>

/** Order of a list, and the column beside the id that it goes by. */
export const ORDERS = {
  newest: { by: 'id desc', column: undefined, isDescending: true },
  best_selling: { by: 'sales_count desc, id desc', column: 'sales_count', isDescending: true },
  price_asc: { by: 'price, id', column: 'price', isDescending: false },
  price_desc: { by: 'price desc, id desc', column: 'price', isDescending: true },
} as const satisfies Record<Sort, { by: string; column: string | undefined; isDescending: boolean }>

/** What a product must fulfil to be on a list: visible, and as the filters say. */
export function conditions(filter: ListQuery, statement: Statement): string[] {
  const { category, subcategory, minPrice, maxPrice, fileType, dynamicPrice } = filter
  const where = ['listed']
  const given = (condition: string, value: unknown) => {
    if (value !== undefined) where.push(`${condition} ${statement.value(value)}`)
  }
  given('category_id =', category)
  given('subcategory_id =', subcategory)
  given('price >=', minPrice)
  given('price <=', maxPrice)
  given('file_type =', fileType)
  // Written out, so that the index of the few that are so can be chosen.
  if (dynamicPrice)
    where.push(dynamicPrice === 'true' ? 'is_price_dynamic' : 'not is_price_dynamic')
  return where
}

/** One name for each shape of a statement: the same filters, whatever their values. */
export function nameOf(kind: string, filter: ListQuery, extra = ''): string {
  const { dynamicPrice, ...rest } = filter
  const given = Object.entries(rest)
    .filter(([name, value]) => value !== undefined && !['q', 'sort', 'cursor'].includes(name))
    .map(([name]) => name.slice(0, 4) + name.slice(-2))
  return [kind, filter.sort ?? '', extra, ...given, dynamicPrice ?? ''].join('_').slice(0, 63)
}
