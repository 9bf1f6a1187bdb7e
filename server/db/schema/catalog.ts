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
import { createdAt, key, moment } from '../columns.ts'
import { users } from './accounts.ts'

export const categories = pgTable('categories', {
  id: key(),
  slug: text().notNull().unique(),
  nameEs: text().notNull(),
  nameEn: text().notNull(),
  position: integer().notNull(),
})

export const subcategories = pgTable(
  'subcategories',
  {
    id: key(),
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

const listed = sql`listed`
const live = sql`deleted_at is null`

/** `price` in whole units. `deletedAt` withdraws a product; those who bought it keep it. */
export const products = pgTable(
  'products',
  {
    id: key(),
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
    /** Folder of the covers among the public images. */
    imageKey: text().notNull(),
    /** The version on sale. */
    fileId: integer(),
    salesCount: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    deletedAt: moment(),
    /** The house took it off the shelves, and why; its seller reads the reason. */
    takenDownAt: moment(),
    takenDownReason: text(),
    /** Digest of the Idempotency-Key that it was published under. */
    requestKey: text(),
    /** Digest of what came with that key. */
    requestDigest: text(),
    /**
     * Anyone can find it: neither withdrawn nor taken down, its seller neither suspended nor gone. Kept by triggers
     * (migration `search`), like `fileType`, like the words of `search` that no statement here reads, and like
     * the rows of `product_counts`.
     */
    listed: boolean().notNull().default(false),
    /** The ending of the version on sale. */
    fileType: text(),
  },
  table => [
    check('products_price', sql`${table.price} between 1 and 999999`),
    index().on(table.sellerId, table.id),
    uniqueIndex('products_request').on(table.sellerId, table.requestKey).where(live),
    // One for each order of each list: a page is read off its index, whatever stands beside it.
    index('products_newest').on(table.id).where(listed),
    index('products_sold').on(table.salesCount, table.id).where(listed),
    index('products_price_order').on(table.price, table.id).where(listed),
    index('products_category_newest').on(table.categoryId, table.id).where(listed),
    index('products_category_sold').on(table.categoryId, table.salesCount, table.id).where(listed),
    index('products_category_price').on(table.categoryId, table.price, table.id).where(listed),
    index('products_shelf_newest').on(table.subcategoryId, table.id).where(listed),
    index('products_shelf_sold').on(table.subcategoryId, table.salesCount, table.id).where(listed),
    index('products_shelf_price').on(table.subcategoryId, table.price, table.id).where(listed),
    // What is off the shelves, for those who look after them.
    index('products_deleted')
      .on(table.id)
      .where(sql`deleted_at is not null`),
    index('products_taken_down')
      .on(table.id)
      .where(sql`taken_down_at is not null`),
    // For filters that leave few: those few are read, and put in order.
    index('products_type').on(table.fileType, table.categoryId).where(listed),
    index('products_dynamic')
      .on(table.categoryId)
      .where(sql`listed and is_price_dynamic`),
  ],
)

/**
 * How many products are listed, by what lists filter on: the sum of `delta`. A row for each coming and going, so
 * that nobody waits for another's commit; `mergeCounts` adds them up now and then.
 */
export const productCounts = pgTable('product_counts', {
  categoryId: integer().notNull(),
  subcategoryId: integer().notNull(),
  fileType: text().notNull(),
  isPriceDynamic: boolean().notNull(),
  delta: integer().notNull(),
})

/** Every word of names, descriptions and shelves, without capitals and accents: what a typo may have meant. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

/** One uploaded file. An order item names the version that was bought, so a new one takes nothing away. */
export const productFiles = pgTable(
  'product_files',
  {
    id: key(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    version: integer().notNull(),
    storageKey: text().notNull().unique(),
    /** As the seller named it, made safe. */
    fileName: text().notNull(),
    /** Ending by content, lowercase. */
    type: text().notNull(),
    mime: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    createdAt: createdAt(),
    /** Since when it no longer counts against the quota. */
    freedAt: moment(),
  },
  table => [unique().on(table.productId, table.version)],
)

/** Pictures beside a product's cover, at most five; `position` is their order. */
export const productPreviews = pgTable(
  'product_previews',
  {
    id: key(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** Folder of its widths among the public images. */
    imageKey: text().notNull().unique(),
    position: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.productId, table.position)],
)

/** How often a product's page was looked at, by day (UTC). */
export const productViews = pgTable(
  'product_views',
  {
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The product's seller, repeated: a seller's views are read without their products. */
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
