import { LIMITS } from '#contract/limits.ts'
import type { PublicProduct } from '#contract/catalog.ts'
import type { ProductHint, ProductPage, ShelfHint } from '#contract/search.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from '#server/http/api-error.ts'
import { findPublicProduct } from '../queries.ts'
import { type CatalogDeps, coverAddress, describeProduct } from '../service.ts'
import {
  type ProductFilter,
  countProducts,
  findHints,
  findNeighbours,
  findProductPage,
  findShelves,
} from './queries.ts'

const HINTS = 6
const SHELF_HINTS = 3
const RELATED = 8
const HINT_LETTERS = 2

export async function productPage(
  { db, currency }: CatalogDeps,
  filter: ProductFilter,
  page: number,
  locale: Locale,
): Promise<ProductPage> {
  const { pageSize } = LIMITS
  const [rows, total] = await Promise.all([
    findProductPage(db, filter, { page, pageSize, locale }),
    countProducts(db, filter),
  ])
  return {
    products: rows.map(row => describeProduct(row, currency)),
    page,
    pageSize,
    total,
    nextCursor: null,
    correctedTo: null,
  }
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND */
export async function relatedProducts(
  { db, currency }: CatalogDeps,
  id: number,
  locale: Locale,
): Promise<PublicProduct[]> {
  const product = await findPublicProduct(db, id, locale)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  const rows = await findNeighbours(db, product, RELATED, locale)
  return rows.map(row => describeProduct(row, currency))
}

/** Products and shelves for what is being typed; nothing for a single letter. */
export async function suggest(
  { db }: CatalogDeps,
  q: string,
  locale: Locale,
): Promise<{ products: ProductHint[]; shelves: ShelfHint[] }> {
  const words = fold(q)
  if (words.length < HINT_LETTERS) return { products: [], shelves: [] }
  const [rows, shelves] = await Promise.all([findHints(db, q, HINTS), findShelves(db, locale)])
  return {
    products: rows.map(({ imageKey, ...row }) => ({ ...row, imageFile: coverAddress(imageKey) })),
    shelves: shelfHints(shelves, words),
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

/** Without capitals and accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
