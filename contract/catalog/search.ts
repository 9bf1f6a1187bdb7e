import * as z from 'zod/mini'
import { Price, PublicProduct } from './products.ts'
import { endpoint } from '../core/endpoint.ts'
import { Id, optionalText, issueKey } from '../core/fields.ts'
import { FILE_TYPES, PRODUCT_SORTS } from '../core/limits.ts'

/** How deep lists go by page number: 500 pages of 24. */
export const MAX_PAGE = 500

const PageNumber = z.coerce
  .number<string | number>()
  .check(
    z.int(issueKey('issue_invalid')),
    z.minimum(1, issueKey('issue_invalid')),
    z.maximum(MAX_PAGE, issueKey('issue_invalid')),
  )

/** What a visitor types: longer than any field lets them, since addresses are also written by hand. */
const Words = optionalText(500, 'issue_too_long')

/**
 * A page of a list. `total` is how many there are; for a search or a price range at most 1,000, which is as deep as
 * those go.
 */
export const ProductPage = z.object({
  products: z.array(PublicProduct),
  page: z.int(),
  pageSize: z.int(),
  total: z.int(),
  /** Hands over the products behind the last one; null at the end, and for a search by best match. */
  nextCursor: z.nullable(z.string()),
  /** What was searched for instead, where the words as typed led nowhere; else null. */
  correctedTo: z.nullable(z.string()),
})
export type ProductPage = z.infer<typeof ProductPage>

/**
 * Products for sale. Without `sort` the newest come first, or the best matches where there are words (`q`).
 * `cursor`, of the page before, takes the place of the page number and knows no depth.
 */
export const listPublicProducts = endpoint({
  method: 'GET',
  path: '/public/product/page/:page',
  summary: 'Products for sale, page by page: found by words, filtered, in order',
  access: 'public',
  params: z.object({ page: PageNumber }),
  query: z.object({
    q: z.optional(Words),
    category: z.optional(Id),
    subcategory: z.optional(Id),
    /** Whole units, both ends included. */
    minPrice: z.optional(Price),
    maxPrice: z.optional(Price),
    /** The ending of what a buyer gets. */
    fileType: z.optional(z.enum(FILE_TYPES)),
    /** Only those whose buyer sets the price (`true`), or only the others (`false`). */
    dynamicPrice: z.optional(z.enum(['true', 'false'])),
    sort: z.optional(z.enum(PRODUCT_SORTS)),
    cursor: z.optional(optionalText(100, 'issue_too_long')),
  }),
  reply: ProductPage,
})
/** What a list may be asked for, parsed. */
export type ListQuery = z.output<typeof listPublicProducts.query>

export const listProductsOfCategory = endpoint({
  method: 'GET',
  path: '/product/category/:category/page/:page',
  summary: 'Products of a category, newest first',
  access: 'public',
  params: z.object({ category: Id, page: PageNumber }),
  reply: ProductPage,
})

export const listProductsOfSeller = endpoint({
  method: 'GET',
  path: '/public/product/username/:username',
  summary: "A seller's products for sale, newest first, 24 at a time",
  access: 'public',
  params: z.object({ username: optionalText(50, 'issue_too_long') }),
  query: z.object({ page: z.optional(PageNumber) }),
  /** `total` is how many there are on all pages. */
  reply: z.object({ products: z.array(PublicProduct), total: z.int() }),
  errors: ['USER_NOT_FOUND'],
})

/** A product as a line under the search field. */
export const ProductSuggestion = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  /** As a product's. */
  imageFile: z.string(),
})
export type ProductSuggestion = z.infer<typeof ProductSuggestion>

/** A shelf whose name fits; `subcategory` is null for a whole category. */
export const CategorySuggestion = z.object({
  category: z.object({ id: z.int(), name: z.string() }),
  subcategory: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type CategorySuggestion = z.infer<typeof CategorySuggestion>

/** While someone types: at most 6 products and 3 shelves; the last word may be unfinished. Empty for fewer than 2 letters. */
export const suggestProducts = endpoint({
  method: 'GET',
  path: '/public/product/suggest',
  summary: 'Suggestions for words that are being typed',
  access: 'public',
  query: z.object({ q: Words }),
  reply: z.object({ products: z.array(ProductSuggestion), shelves: z.array(CategorySuggestion) }),
})

/** At most 8 that resemble it, those of other kiosks and the closest first; empty where its category has no other. */
export const listRelatedProducts = endpoint({
  method: 'GET',
  path: '/public/product/:id/related',
  summary: 'Products that resemble one',
  access: 'public',
  params: z.object({ id: Id }),
  reply: z.object({ products: z.array(PublicProduct) }),
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
