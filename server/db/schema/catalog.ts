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
  },
  table => [
    check('products_price', sql`${table.price} between 1 and 999999`),
    index().on(table.sellerId, table.id),
    index('products_live')
      .on(table.id)
      .where(sql`${table.deletedAt} is null`),
    index('products_live_category')
      .on(table.categoryId, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('products_live_subcategory')
      .on(table.subcategoryId, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
)

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
