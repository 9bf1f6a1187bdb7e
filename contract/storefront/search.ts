import * as z from 'zod/mini'
import { Price, PublicProduct } from '../products/products.ts'
import { endpoint } from '../core/endpoint.ts'
import { IdText, integerText, optionalText } from '../core/fields.ts'
import { AI_USES, FILE_TYPES, PRODUCT_SORT_ORDERS } from '../core/limits.ts'

/**
 * The highest page number of a product list, which gives 500 pages of 24 products. Later pages are requested by a
 * cursor.
 */
export const MAX_PAGE_NUMBER = 500

const PageNumber = integerText('issue_invalid', 1, MAX_PAGE_NUMBER)

/** A search text in a URL. It can be longer than the search field allows, since people also write such URLs by hand. */
const SearchText = optionalText(500)

/**
 * One page of a product list. `total` counts the products of all pages. For a search, a price range or a lowest rating
 * it counts at most 1,000.
 */
export const ProductListPage = z.object({
  products: z.array(PublicProduct),
  page: z.int(),
  pageSize: z.int(),
  total: z.int(),
  /** The pagination cursor of the next page; null on the last page and for a search that is sorted by best match. */
  nextCursor: z.nullable(z.string()),
  /** The corrected search text if nothing matches the typed text, else null. */
  correctedTo: z.nullable(z.string()),
})
export type ProductListPage = z.infer<typeof ProductListPage>

/**
 * Lists products for sale. Without `sort` the newest come first, or the best matches if there is a search text `q`.
 * With `best_rated`, each average counts as if there were three more reviews of three stars. Instead of a page number,
 * a request can send the `nextCursor` of the previous page as `cursor`, which works for any number of pages.
 */
export const listPublicProducts = endpoint({
  method: 'GET',
  path: '/public/product/page/:page',
  summary: 'Search, filter and sort products for sale',
  access: 'public',
  params: z.object({ page: PageNumber }),
  query: z.object({
    q: z.optional(SearchText),
    category: z.optional(IdText),
    subcategory: z.optional(IdText),
    /** The lowest price in whole units, inclusive. */
    minPrice: z.optional(Price),
    maxPrice: z.optional(Price),
    /** The file extension of the listed products. */
    fileType: z.optional(z.enum(FILE_TYPES)),
    /** `true` lists products with a dynamic price, `false` products with a fixed price. */
    dynamicPrice: z.optional(z.enum(['true', 'false'])),
    /** Lists products of whose making the seller says this about artificial intelligence. */
    aiUse: z.optional(z.enum(AI_USES)),
    /** `4` lists products with at least three reviews and an average of at least 4.0. */
    minRating: z.optional(z.enum(['4'])),
    /** `true` omits products that cannot be bought now, because their seller has no payment account linked. */
    buyable: z.optional(z.enum(['true'])),
    sort: z.optional(z.enum(PRODUCT_SORT_ORDERS)),
    cursor: z.optional(optionalText(100)),
  }),
  reply: ProductListPage,
})
/** The parsed query parameters of a product list. */
export type ProductListQuery = z.output<typeof listPublicProducts.query>

export const listProductsOfCategory = endpoint({
  method: 'GET',
  path: '/product/category/:category/page/:page',
  summary: 'List the products of a category, newest first',
  access: 'public',
  params: z.object({ category: IdText, page: PageNumber }),
  reply: ProductListPage,
})

export const listProductsOfSeller = endpoint({
  method: 'GET',
  path: '/public/product/username/:username',
  summary: "List a seller's products for sale, as the kiosk shows them, 24 a page",
  access: 'public',
  params: z.object({ username: optionalText(50) }),
  query: z.object({ page: z.optional(PageNumber) }),
  /** `total` counts the products of all pages. */
  reply: z.object({ products: z.array(PublicProduct), total: z.int() }),
  errors: ['USER_NOT_FOUND'],
})

/** A product as an autocomplete suggestion of the search field. */
export const ProductSuggestion = z.object({
  id: z.int(),
  /** As in `Product`. */
  slug: z.string(),
  name: z.string(),
  username: z.string(),
  /** URL of the product's largest cover. */
  imageFile: z.string(),
})
export type ProductSuggestion = z.infer<typeof ProductSuggestion>

/** A category as an autocomplete suggestion; `subcategory` is null if the whole category is suggested. */
export const CategorySuggestion = z.object({
  category: z.object({ id: z.int(), name: z.string() }),
  subcategory: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type CategorySuggestion = z.infer<typeof CategorySuggestion>

/**
 * Suggests at most 6 products and 3 categories for a search text. Its last word can be incomplete; it needs 2 letters.
 */
export const suggestProducts = endpoint({
  method: 'GET',
  path: '/public/product/suggest',
  summary: 'Suggest products and categories while a visitor types',
  access: 'public',
  query: z.object({ q: SearchText }),
  reply: z.object({ products: z.array(ProductSuggestion), shelves: z.array(CategorySuggestion) }),
})

/** Returns at most 8 products of the same category, those of other kiosks first, then the most similar ones. */
export const listRelatedProducts = endpoint({
  method: 'GET',
  path: '/public/product/:id/related',
  summary: 'List products that are similar to a product',
  access: 'public',
  params: z.object({ id: IdText }),
  reply: z.object({ products: z.array(PublicProduct) }),
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
