import type { PublicProduct } from '#contract/catalog/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type {
  ListQuery,
  ProductSuggestion,
  ProductPage,
  CategorySuggestion,
} from '#contract/catalog/search.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findPublicProduct } from '../queries.ts'
import type { CatalogDeps } from '../deps.ts'
import { buildCoverUrl, serializeProduct } from '../serialize.ts'
import { FEW, MATCHES_MAX } from './match-queries.ts'
import { search } from './matching.ts'
import {
  type Cursor,
  countPriced,
  countShelf,
  findAmongFew,
  findByIds,
  findListIds,
  findRelatedIds,
  findShelves,
} from './queries.ts'
import { ORDERS } from './statement.ts'
import { fold, wordsOf } from './words.ts'

const HINTS = 6
const SHELF_HINTS = 3
const RELATED = 8
const HINT_LETTERS = 2
const { pageSize } = LIMITS

/** @throws ApiError INVALID_DATA for a cursor that is not ours */
export async function productPage(
  { db, currency }: CatalogDeps,
  filter: ListQuery,
  page: number,
  locale: Locale,
): Promise<ProductPage> {
  const { ids, ...rest } = filter.q
    ? { ...(await search(db, filter, pageAt(page))), nextCursor: null }
    : await listPage(db, filter, page)
  const rows = await findByIds(db, ids, locale)
  return { products: rows.map(row => serializeProduct(row, currency)), page, pageSize, ...rest }
}

const pageAt = (page: number) => ({ limit: pageSize, offset: (page - 1) * pageSize })

interface FoundPage extends Pick<ProductPage, 'total' | 'nextCursor' | 'correctedTo'> {
  ids: number[]
}

async function listPage(db: Database, filter: ListQuery, page: number): Promise<FoundPage> {
  const after = filter.cursor === undefined ? undefined : readCursor(filter.cursor, filter)
  const offset = (page - 1) * pageSize
  const isBeyond = hasPrices(filter) && offset >= MATCHES_MAX
  const at = { limit: pageSize + 1, offset, after }
  const shelf = mayLeaveFew(filter) ? await countShelf(db, filter) : undefined
  const [found, total] =
    shelf !== undefined && shelf <= FEW
      ? await findAmongFew(db, filter, at)
      : await Promise.all([
          isBeyond ? [] : findListIds(db, filter, at),
          hasPrices(filter) ? countPriced(db, filter) : (shelf ?? countShelf(db, filter)),
        ])
  const shown = found.slice(0, pageSize)
  const last = found.length > pageSize ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    total: hasPrices(filter) ? Math.min(total, MATCHES_MAX) : total,
    nextCursor: last ? writeCursor(filter, last) : null,
    correctedTo: null,
  }
}

/** Filters that no order's index knows: where they leave few, these would be looked for among very many. */
const mayLeaveFew = ({ fileType, dynamicPrice }: ListQuery) =>
  fileType !== undefined || dynamicPrice !== undefined

const hasPrices = ({ minPrice, maxPrice }: ListQuery) =>
  minPrice !== undefined || maxPrice !== undefined

function writeCursor({ sort = 'newest' }: ListQuery, { id, key }: { id: number; key: number }) {
  return [sort, ...(ORDERS[sort].column ? [key] : []), id].join('.')
}

function readCursor(cursor: string, { sort = 'newest' }: ListQuery): Cursor {
  const [kind, ...places] = cursor.split('.')
  const numbers = places.map(Number)
  const isOurs =
    kind === sort &&
    places.length === (ORDERS[sort].column ? 2 : 1) &&
    numbers.every(place => Number.isInteger(place) && place >= 0 && place <= 2_147_483_647)
  if (!isOurs) throw new ApiError('INVALID_DATA', 'cursor')
  return numbers
}

/**
 * What resembles a product, with whose it is.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND
 */
export async function relatedProducts(
  { db, currency }: CatalogDeps,
  id: number,
  locale: Locale,
): Promise<(PublicProduct & { sellerId: number })[]> {
  const product = await findPublicProduct(db, id, locale)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  const rows = await findByIds(db, await findRelatedIds(db, id, RELATED), locale)
  return rows.map(row => ({ ...serializeProduct(row, currency), sellerId: row.sellerId }))
}

/**
 * What a list of related products is made from: those in it. One that is full does not change for a newcomer's
 * sake; one that is not waits for any.
 */
export function relatedTags(id: number, related: { id: number; sellerId: number }[]): string[] {
  const shown = related.flatMap(product => [`product:${product.id}`, `seller:${product.sellerId}`])
  return [
    ...new Set([`product:${id}`, ...shown, ...(related.length < RELATED ? ['products'] : [])]),
  ]
}

/** Products and shelves for what is being typed; nothing for a single letter. */
export async function suggest(
  { db }: CatalogDeps,
  q: string,
  locale: Locale,
): Promise<{ products: ProductSuggestion[]; shelves: CategorySuggestion[] }> {
  const words = wordsOf(q)
  if (words.join('').length < HINT_LETTERS) return { products: [], shelves: [] }
  const [found, shelves] = await Promise.all([
    search(db, { q }, { limit: HINTS, offset: 0 }, 'quick'),
    findShelves(db, locale),
  ])
  const rows = await findByIds(db, found.ids, locale)
  return {
    products: rows.map(({ id, name, username, imageKey }) => ({
      id,
      name,
      username,
      imageFile: buildCoverUrl(imageKey),
    })),
    shelves: shelfHints(shelves, words.join(' ')),
  }
}

type Shelf = Awaited<ReturnType<typeof findShelves>>[number]

/** Whole categories first, then their shelves: those with a word that begins so. */
function shelfHints(shelves: Shelf[], words: string): CategorySuggestion[] {
  const fits = (name: string) => ` ${fold(name)}`.includes(` ${words}`)
  const category = ({ categoryId: id, categoryName: name }: Shelf) => ({ id, name })
  const whole = shelves
    .filter((shelf, index) => shelves[index - 1]?.categoryId !== shelf.categoryId)
    .filter(({ categoryName }) => fits(categoryName))
    .map(shelf => ({ category: category(shelf), subcategory: null }))
  const parts = shelves
    .filter(({ name }) => fits(name))
    .map(shelf => ({ category: category(shelf), subcategory: { id: shelf.id, name: shelf.name } }))
  return [...whole, ...parts].slice(0, SHELF_HINTS)
}
