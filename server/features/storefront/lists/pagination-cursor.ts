import type { ProductListQuery } from '#contract/storefront/search.ts'
import { ApiError } from '#server/http/api-error.ts'
import { LIST_SORTS } from '../search/list-conditions.ts'

/**
 * The last product of a page: the value of the sort column and the publication number, or only that number if the sort
 * order has no column.
 */
export type Cursor = readonly number[]

const MAX_INTEGER = 2_147_483_647

/** Writes the cursor of the next page, which begins after the given product, such as `price_asc.900.17`. */
export function writeCursor(
  { sort = 'newest' }: ProductListQuery,
  { publicationNumber, sortValue }: { publicationNumber: number; sortValue: number },
): string {
  return [sort, ...(LIST_SORTS[sort].column ? [sortValue] : []), publicationNumber].join('.')
}

/**
 * Reads the position from a pagination cursor.
 * @throws ApiError INVALID_DATA if the cursor was written for another sort order
 */
export function readCursor({ cursor, sort = 'newest' }: ProductListQuery): Cursor | undefined {
  if (cursor === undefined) return undefined
  const [kind, ...parts] = cursor.split('.')
  const numbers = parts.map(Number)
  const isValid =
    kind === sort &&
    parts.length === (LIST_SORTS[sort].column ? 2 : 1) &&
    numbers.every(part => Number.isInteger(part) && part >= 0 && part <= MAX_INTEGER)
  if (!isValid) throw new ApiError('INVALID_DATA', 'cursor')
  return numbers
}
