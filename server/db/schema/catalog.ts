import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

export const categories = pgTable('categories', {
  id: id(),
  slug: text().notNull().unique(),
  nameEs: text().notNull(),
  nameEn: text().notNull(),
  position: integer().notNull(),
})

export const subcategories = pgTable(
  'subcategories',
  {
    id: id(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    slug: text().notNull().unique(),
    nameEs: text().notNull(),
    nameEn: text().notNull(),
    position: integer().notNull(),
  },
  table => [index().on(table.categoryId, table.position)],
)

const isListed = sql`listed`
const isNotWithdrawn = sql`deleted_at is null`

/** A product. `price` is in whole units. `deletedAt` marks it as withdrawn; its buyers can still download it. */
export const products = pgTable(
  'products',
  {
    id: id(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull(),
    price: integer().notNull(),
    isPriceDynamic: boolean().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    subcategoryId: integer()
      .notNull()
      .references(() => subcategories.id),
    /** The storage key prefix of the cover's image files. */
    imageKey: text().notNull(),
    /** The id of the file version that is on sale. */
    fileId: integer(),
    salesCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: timestamptz(),
    /** The time when an admin took the product down. */
    takenDownAt: timestamptz(),
    /** The reason why an admin took the product down. The seller sees it. */
    takenDownReason: text(),
    /** Digest of the `Idempotency-Key` with which the product was published. */
    requestKey: text(),
    /** Digest of the request body that was sent with the `Idempotency-Key`. */
    requestDigest: text(),
    /**
     * Whether the product is for sale: neither withdrawn nor taken down, and its seller's account neither suspended nor closed.
     * Triggers maintain it, as they do `fileType`, the search vector `search` and the rows of `product_counts`.
     */
    listed: boolean().notNull().default(false),
    /** The file extension of the version on sale. */
    fileType: text(),
  },
  table => [
    check('products_price', sql`${table.price} between 1 and 999999`),
    index().on(table.sellerId, table.id),
    uniqueIndex('products_request').on(table.sellerId, table.requestKey).where(isNotWithdrawn),
    // One index for each sort order of each list, so that a page is read in order without sorting.
    index('products_newest').on(table.id).where(isListed),
    index('products_sold').on(table.salesCount, table.id).where(isListed),
    index('products_price_order').on(table.price, table.id).where(isListed),
    index('products_category_newest').on(table.categoryId, table.id).where(isListed),
    index('products_category_sold')
      .on(table.categoryId, table.salesCount, table.id)
      .where(isListed),
    index('products_category_price').on(table.categoryId, table.price, table.id).where(isListed),
    index('products_subcategory_newest').on(table.subcategoryId, table.id).where(isListed),
    index('products_subcategory_sold')
      .on(table.subcategoryId, table.salesCount, table.id)
      .where(isListed),
    index('products_subcategory_price')
      .on(table.subcategoryId, table.price, table.id)
      .where(isListed),
    // The admin's list filters by withdrawn and taken-down products.
    index('products_deleted')
      .on(table.id)
      .where(sql`deleted_at is not null`),
    index('products_taken_down')
      .on(table.id)
      .where(sql`taken_down_at is not null`),
    // These filters match few products, which are read by the index and then sorted.
    index('products_type').on(table.fileType, table.categoryId).where(isListed),
    index('products_dynamic')
      .on(table.categoryId)
      .where(sql`listed and is_price_dynamic`),
  ],
)

/**
 * The number of listed products for each combination of filters: the sum of `delta`. Each change inserts a row, so that
 * concurrent changes do not wait for each other; the job `purge` merges the rows.
 */
export const productCounts = pgTable('product_counts', {
  categoryId: integer().notNull(),
  subcategoryId: integer().notNull(),
  fileType: text().notNull(),
  isPriceDynamic: boolean().notNull(),
  delta: integer().notNull(),
})

/** All words of product names, descriptions and categories in lower case without accents, for spelling correction. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

/** A version of a product's file. An order item references the version that was bought. */
export const productFiles = pgTable(
  'product_files',
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    version: integer().notNull(),
    storageKey: text().notNull().unique(),
    /** The seller's file name, made safe by `toSafeFileName`. */
    fileName: text().notNull(),
    /** The file extension in lower case, detected from the content. */
    type: text().notNull(),
    mime: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    createdAt: createdAt(),
    /**
     * The time when the file stopped counting against the quota, because it was replaced or withdrawn without being
     * ordered.
     */
    releasedAt: timestamptz('freed_at'),
  },
  table => [unique().on(table.productId, table.version)],
)

/** The preview images of a product, at most five, ordered by `position`. */
export const productPreviews = pgTable(
  'product_previews',
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The storage key prefix of the preview's image files. */
    imageKey: text().notNull().unique(),
    position: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.productId, table.position)],
)

/** The number of views of a product's page on each day of the marketplace's time zone. */
export const productViews = pgTable(
  'product_views',
  {
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The product's seller, copied so that a seller's views are read without a join. */
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.productId, table.day] }),
    index().on(table.sellerId, table.day),
    index().on(table.day),
  ],
)
