import type { PublicProduct } from '#contract/catalog.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ListQuery, ProductHint, ProductPage, ShelfHint } from '#contract/search.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findPublicProduct } from '../queries.ts'
import { type CatalogDeps, coverAddress, describeProduct } from '../service.ts'
import {
  type Cursor,
  MATCHES_MAX,
  ORDERS,
  countList,
  findAlike,
  findByIds,
  findListIds,
  findMatches,
  findRelatedIds,
  findShelves,
  understand,
} from './queries.ts'
import { closest, fold, queryOf, wordsOf } from './words.ts'

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
    ? await searchPage(db, filter, page)
    : await listPage(db, filter, page)
  const rows = await findByIds(db, ids, locale)
  return { products: rows.map(row => describeProduct(row, currency)), page, pageSize, ...rest }
}

interface FoundPage extends Pick<ProductPage, 'total' | 'nextCursor' | 'correctedTo'> {
  ids: number[]
}

async function listPage(db: Database, filter: ListQuery, page: number): Promise<FoundPage> {
  const after = filter.cursor === undefined ? undefined : readCursor(filter.cursor, filter)
  const offset = (page - 1) * pageSize
  const isBeyond = hasPrices(filter) && offset >= MATCHES_MAX
  const [found, total] = await Promise.all([
    isBeyond ? [] : findListIds(db, filter, { limit: pageSize + 1, offset, after }),
    countList(db, filter),
  ])
  const shown = found.slice(0, pageSize)
  const last = found.length > pageSize ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    total,
    nextCursor: last ? writeCursor(filter, last) : null,
    correctedTo: null,
  }
}

const hasPrices = ({ minPrice, maxPrice }: ListQuery) =>
  minPrice !== undefined || maxPrice !== undefined

/** As typed; where that leads nowhere, with its slips mended; where that does not either, any of its words. */
async function searchPage(db: Database, filter: ListQuery, page: number): Promise<FoundPage> {
  const at = { limit: pageSize, offset: (page - 1) * pageSize }
  const typed = wordsOf(filter.q ?? '')
  const none = { ids: [], total: 0, nextCursor: null, correctedTo: null }
  if (typed.length === 0 || at.offset >= MATCHES_MAX) return none
  const found = await match(db, typed, '&', filter, at)
  if (found.total > 0) return { ...found, nextCursor: null, correctedTo: null }

  const mended = await mend(db, typed)
  const correctedTo = mended.join() === typed.join() ? null : mended.join(' ')
  for (const join of correctedTo === null ? (['|'] as const) : (['&', '|'] as const)) {
    const better = await match(db, mended, join, filter, at)
    if (better.total > 0) return { ...better, nextCursor: null, correctedTo }
  }
  return none
}

async function match(
  db: Database,
  words: readonly string[],
  join: '&' | '|',
  filter: ListQuery,
  at: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const query = queryOf(await understand(db, words), join)
  if (query === undefined) return { ids: [], total: 0 }
  return findMatches(db, { query, phrase: words.join(' '), filter }, at)
}

/** Each word as it is known, or as the closest one that is. */
function mend(db: Database, words: readonly string[]): Promise<string[]> {
  return Promise.all(
    words.map(async word =>
      word.length < 3 ? word : (closest(word, await findAlike(db, word)) ?? word),
    ),
  )
}

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
  return rows.map(row => ({ ...describeProduct(row, currency), sellerId: row.sellerId }))
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
): Promise<{ products: ProductHint[]; shelves: ShelfHint[] }> {
  const words = wordsOf(q)
  if (words.join('').length < HINT_LETTERS) return { products: [], shelves: [] }
  const at = { limit: HINTS, offset: 0 }
  const [found, shelves] = await Promise.all([
    match(db, words, '&', {}, at).then(async matches =>
      matches.total > 0 ? matches : match(db, await mend(db, words), '&', {}, at),
    ),
    findShelves(db, locale),
  ])
  const rows = await findByIds(db, found.ids, locale)
  return {
    products: rows.map(({ id, name, username, imageKey }) => ({
      id,
      name,
      username,
      imageFile: coverAddress(imageKey),
    })),
    shelves: shelfHints(shelves, words.join(' ')),
  }
}

type Shelf = Awaited<ReturnType<typeof findShelves>>[number]

/** Whole categories first, then their shelves: those with a word that begins so. */
function shelfHints(shelves: Shelf[], words: string): ShelfHint[] {
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
