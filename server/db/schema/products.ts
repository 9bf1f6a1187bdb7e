import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { FileChanges } from '#contract/files/product-files.ts'
import type { TypedFields } from '#contract/products/working-copy.ts'
import { AI_USES } from '#contract/core/limits.ts'
import { OFFER_KINDS } from '#contract/prices/offer-rules.ts'
import { SAMPLE_REFUSALS } from '#contract/files/sample-rules.ts'
import { PRODUCT_STATES } from '#contract/products/state-rules.ts'
import { bigIdColumn, timestampDefaultNow, idColumn, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

export const categories = pgTable('categories', {
  id: idColumn(),
  slug: text().notNull().unique(),
  nameEs: text().notNull(),
  nameEn: text().notNull(),
  position: integer().notNull(),
})

export const subcategories = pgTable(
  'subcategories',
  {
    id: idColumn(),
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

/**
 * The SQL expression by which lists sort the best-rated products first: a thousand times the average of the stars, as
 * if there were three more reviews of three stars, so that a single good review does not beat many.
 */
export const RATING_SCORE = '(((review_stars + 9) * 1000::bigint / (review_count + 3))::int)'

/**
 * The SQL condition for products with at least three reviews (`MIN_REVIEWS_ON_CARDS`) whose average is shown as 4.0 or
 * more, which is 3.95 before it is rounded.
 */
export const IS_WELL_RATED = 'review_count >= 3 and review_stars * 20 >= review_count * 79'

const isListed = sql`listed`
const ratingScore = sql.raw(RATING_SCORE)
const isNotWithdrawn = sql`deleted_at is null`

/**
 * Products. `price` is in whole units of the currency. `deletedAt` is set when the seller withdraws the product; its
 * buyers can still download it. A draft has its files here, and its texts and cover in `working_copies`.
 */
export const products = pgTable(
  'products',
  {
    id: idColumn(),
    /**
     * Lists that show the newest product first sort by this number. A draft gets one when it is begun, and the next one
     * when it is published.
     */
    publicationNumber: integer().notNull().generatedAlwaysAsIdentity(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull(),
    /** The text about the product in Markdown; empty without one. */
    about: text().notNull().default(''),
    /** What the product includes: up to five texts of one line. */
    points: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /**
     * The address of the page of a video on YouTube or Vimeo, which holds its id and nothing else; null without one.
     */
    videoUrl: text(),
    price: integer().notNull(),
    isPriceDynamic: boolean().notNull(),
    /** What the seller suggests to buyers who choose the price, in whole units; 0 without a suggestion. */
    suggestedPrice: integer().notNull().default(0),
    /**
     * The price in whole units that comes back when the offer ends, which `price` is meanwhile; null without an offer.
     */
    listPrice: integer(),
    offerSince: timestamptz(),
    offerUntil: timestamptz(),
    offerKind: text({ enum: OFFER_KINDS }),
    /** The days of the seller's guarantee; 0 without a guarantee. */
    guaranteeDays: integer().notNull().default(0),
    /** What the seller says about artificial intelligence; null without an answer. */
    aiUse: text({ enum: AI_USES }),
    /** The section of the kiosk that shows the product; empty without one. */
    section: text().notNull().default(''),
    /** Whether the kiosk shows the product before its sections. */
    isFirst: boolean().notNull().default(false),
    /** The category and the subcategory; null only in drafts. */
    categoryId: integer().references(() => categories.id),
    subcategoryId: integer().references(() => subcategories.id),
    /** The prefix under which the storage keeps the image files of the cover; empty in a draft. */
    imageKey: text().notNull(),
    /** Whether the product is a pack of other products, instead of having files of its own. */
    isPack: boolean().notNull().default(false),
    /**
     * The files that are on sale; null while the first ones are scanned, and if one was refused. The edition of a pack
     * has the files of its parts, and `renewPack` keeps it; order items name the editions of the parts.
     */
    editionId: integer().references((): AnyPgColumn => productEditions.id),
    state: text({ enum: PRODUCT_STATES }).notNull().default('on_sale'),
    salesCount: integer().notNull().default(0),
    /** The number of orders by which people got it for nothing, and downloaded files. */
    freeCopies: integer().notNull().default(0),
    /** The number of reviews that count, and the sum of their stars. Database triggers maintain both. */
    reviewCount: integer().notNull().default(0),
    reviewStars: integer().notNull().default(0),
    createdAt: timestampDefaultNow(),
    updatedAt: timestampDefaultNow(),
    deletedAt: timestamptz(),
    /** The time when an admin took the product down. */
    takenDownAt: timestamptz(),
    /** The reason why an admin took the product down. The seller sees it. */
    takenDownReason: text(),
    /** Digest of the `Idempotency-Key` of the request that published the product. */
    requestKey: text(),
    /** Digest of the request body that came with the `Idempotency-Key`. */
    requestDigest: text(),
    /**
     * True if the product is for sale: in the state `on_sale`, neither withdrawn nor taken down, with files that are on
     * sale, and its seller neither suspended nor closed. All parts of a pack must be for sale too.
     * `renewListing` keeps it, and database triggers `fileTypes`, the vector `search` and the rows of `product_counts`.
     */
    listed: boolean().notNull().default(false),
    /** The file extensions of the files that are on sale, each once, in the order of the alphabet. */
    fileTypes: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  table => [
    check('products_price', sql`${table.price} between 0 and 999999`),
    // A free copy is of a product with files of its own.
    check(
      'products_pack_price',
      sql`not ${table.isPack} or ${table.state} = 'draft' or ${table.price} > 0`,
    ),
    check(
      'products_category',
      sql`${table.state} = 'draft' or (${table.categoryId} is not null and ${table.subcategoryId} is not null)`,
    ),
    index().on(table.sellerId, table.publicationNumber),
    uniqueIndex('products_request').on(table.sellerId, table.requestKey).where(isNotWithdrawn),
    index('products_offer_until')
      .on(table.offerUntil)
      .where(sql`offer_until is not null`),
    // Each sort order of a product list has its own index, so that PostgreSQL reads a page of the list without sorting.
    index('products_newest').on(table.publicationNumber).where(isListed),
    index('products_sold').on(table.salesCount, table.publicationNumber).where(isListed),
    index('products_price_order').on(table.price, table.publicationNumber).where(isListed),
    index('products_rated').on(ratingScore, table.publicationNumber).where(isListed),
    index('products_category_newest').on(table.categoryId, table.publicationNumber).where(isListed),
    index('products_category_sold')
      .on(table.categoryId, table.salesCount, table.publicationNumber)
      .where(isListed),
    index('products_category_price')
      .on(table.categoryId, table.price, table.publicationNumber)
      .where(isListed),
    index('products_category_rated')
      .on(table.categoryId, ratingScore, table.publicationNumber)
      .where(isListed),
    index('products_subcategory_newest')
      .on(table.subcategoryId, table.publicationNumber)
      .where(isListed),
    index('products_subcategory_sold')
      .on(table.subcategoryId, table.salesCount, table.publicationNumber)
      .where(isListed),
    index('products_subcategory_price')
      .on(table.subcategoryId, table.price, table.publicationNumber)
      .where(isListed),
    index('products_subcategory_rated')
      .on(table.subcategoryId, ratingScore, table.publicationNumber)
      .where(isListed),
    // This index serves the admin's product list when it is filtered by withdrawn or taken-down products.
    index('products_deleted')
      .on(table.id)
      .where(sql`deleted_at is not null`),
    index('products_taken_down')
      .on(table.id)
      .where(sql`taken_down_at is not null`),
    // Filters by these columns match few products, which PostgreSQL finds by the index and then sorts.
    index('products_types').using('gin', table.fileTypes).where(isListed),
    index('products_ai_use').on(table.aiUse).where(isListed),
    index('products_dynamic')
      .on(table.categoryId)
      .where(sql`listed and is_price_dynamic`),
    index('products_well_rated')
      .on(table.categoryId)
      .where(sql.raw(`listed and ${IS_WELL_RATED}`)),
  ],
)

/**
 * What a seller has changed of a product and not published: all of a draft, and of another product what differs from
 * its row in `products`. Without a row nothing was changed. Previews and files are in their own tables.
 */
export const workingCopies = pgTable(
  'working_copies',
  {
    productId: integer()
      .primaryKey()
      .references(() => products.id),
    /** The fields that were changed, as they were typed: they may be incomplete or invalid. */
    fields: jsonb().$type<TypedFields>().notNull(),
    /** The prefix under which the storage keeps the image files of the new cover; null without one. */
    imageKey: text(),
    /** Counts the saved changes, so that a form knows whether another device has saved one. */
    version: integer().notNull().default(1),
    savedAt: timestampDefaultNow(),
    /** When the changes are published by themselves; null if they are not. */
    publishAt: timestamptz(),
  },
  table => [
    index('working_copies_publish_at')
      .on(table.publishAt)
      .where(sql`publish_at is not null`),
  ],
)

/**
 * The prices that were asked for published products, in whole units, each from a time on. A database trigger inserts
 * them. Those of products that were published before the table was made begin with the last change of the product.
 */
export const productPrices = pgTable(
  'product_prices',
  {
    id: bigIdColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    price: integer().notNull(),
    askedAt: timestampDefaultNow(),
  },
  table => [index().on(table.productId, table.askedAt), index().on(table.askedAt)],
)

/** The parts of a pack: the products that it sells together, sorted by `position`. */
export const packParts = pgTable(
  'pack_parts',
  {
    packId: integer()
      .notNull()
      .references(() => products.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.packId, table.productId] }), index().on(table.productId)],
)

/** The product that buyers of another one of its seller are offered with it, `percent` cheaper. */
export const bumps = pgTable(
  'bumps',
  {
    productId: integer()
      .primaryKey()
      .references(() => products.id),
    offeredId: integer()
      .notNull()
      .references(() => products.id),
    percent: integer().notNull(),
  },
  table => [
    index().on(table.offeredId),
    check(
      'bumps_terms',
      sql`${table.percent} between 0 and 90 and ${table.offeredId} <> ${table.productId}`,
    ),
  ],
)

/**
 * The number of listed products for each combination of filters: the sum of `delta`. Each change of a product inserts a
 * row, so that concurrent changes do not wait for each other. The job `purge` merges the rows.
 */
export const productCounts = pgTable('product_counts', {
  categoryId: integer().notNull(),
  subcategoryId: integer().notNull(),
  /** The types of all files of a product, separated by commas. */
  fileType: text().notNull(),
  isPriceDynamic: boolean().notNull(),
  delta: integer().notNull(),
})

/**
 * All words of product names, descriptions and categories, in lower case without accents. The search corrects
 * misspelled words with them.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

/**
 * The slots of a product: the places of its files. Buyers see those that have a `position`, and the working copy has
 * those that have an `editedPosition`. A replaced file stays in its slot as an older version.
 */
export const productSlots = pgTable(
  'product_slots',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The seller's name for the file; null if people are shown the name of the file itself. */
    title: text(),
    /** Null before the slot is first published, and after it is taken off sale. */
    position: integer(),
    /** Null once the seller has removed the slot, which buyers see when that is published. */
    editedPosition: integer(),
    /** What the seller has changed of the slot and not published. */
    edited: jsonb().$type<FileChanges>().notNull().default({}),
    /** The newest published version that passed its scan; null until one did, and if it was refused later. */
    currentFileId: integer().references((): AnyPgColumn => productFiles.id),
    /** Whether buyers get the slot although it was added after their order. */
    forEarlierBuyers: boolean().notNull().default(true),
    createdAt: timestampDefaultNow(),
  },
  table => [index().on(table.productId, table.position)],
)

/**
 * The editions of a product. An edition is the list of files that was on sale during a time, and is never changed: each
 * change of the files on sale makes the next edition. An order item references the edition that was bought.
 */
export const productEditions = pgTable(
  'product_editions',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    number: integer().notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [unique().on(table.productId, table.number)],
)

/** The files of an edition. */
export const editionFiles = pgTable(
  'edition_files',
  {
    editionId: integer()
      .notNull()
      .references(() => productEditions.id),
    slotId: integer()
      .notNull()
      .references(() => productSlots.id),
    fileId: integer()
      .notNull()
      .references((): AnyPgColumn => productFiles.id),
    position: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.editionId, table.slotId] }),
    index().on(table.slotId),
    index().on(table.fileId),
  ],
)

/** What changed in the files of a product, in the words of its seller. */
export const productUpdates = pgTable(
  'product_updates',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    note: text().notNull(),
    createdAt: timestampDefaultNow(),
    /** When the emails to the buyers were enqueued; null if the seller did not want them. */
    announcedAt: timestamptz(),
  },
  table => [index().on(table.productId, table.createdAt)],
)

/** The versions of the files in the slots of a product. */
export const productFiles = pgTable(
  'product_files',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    slotId: integer()
      .notNull()
      .references(() => productSlots.id),
    /** Counts the files of the product, in whatever slot. */
    version: integer().notNull(),
    storageKey: text().notNull().unique(),
    /** The file name that the seller uploaded, made safe by `toSafeFileName`. */
    fileName: text().notNull(),
    /** The file extension in lower case, detected from the file's content. */
    type: text().notNull(),
    mime: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The unsigned CRC-32 of the file, by which archives are written. */
    crc32: bigint({ mode: 'number' }).notNull(),
    /** The number of pages of a PDF file; null for other types, and if it could not be counted. */
    pages: integer(),
    createdAt: timestampDefaultNow(),
    /** When the seller published the file, which goes on sale once it is scanned; null until then. */
    publishedAt: timestamptz(),
    /**
     * The time when the file stopped counting against the seller's quota, because it was replaced or withdrawn before
     * anybody ordered it.
     */
    releasedAt: timestamptz(),
    /** Since when the file is not on sale any more, since it was replaced, hidden or withdrawn; null while it is. */
    supersededAt: timestamptz(),
    /** When a superseded file that is kept for its buyers left the seller's quota; null while it counts. */
    uncountedAt: timestamptz(),
    /**
     * The state of the scan for malware. A file that waits, or was refused, is not on sale. Null if no scanner was set
     * when the file was uploaded and it was not scanned since.
     */
    scanState: text({ enum: ['waiting', 'clean', 'refused'] }),
    /** When the file was scanned last. */
    scannedAt: timestamptz(),
    /** Why the file was refused: malware was found, or the scanner does not read files of this size. */
    scanRefusal: text({ enum: ['malware', 'too_large'] }),
    /** The scanner's name for the malware that it found. */
    scanSignature: text(),
    /** When the file went on sale, if that was later than its publication. */
    onSaleAt: timestamptz(),
  },
  table => [
    unique().on(table.productId, table.version),
    index().on(table.slotId),
    index('product_files_superseded')
      .on(table.supersededAt)
      .where(sql`superseded_at is not null and released_at is null`),
    index('product_files_waiting')
      .on(table.id)
      .where(sql`scan_state = 'waiting'`),
    index('product_files_unpublished')
      .on(table.productId)
      .where(sql`published_at is null and released_at is null`),
    index('product_files_refused')
      .on(table.id)
      .where(sql`scan_refusal is not null`),
  ],
)

/**
 * The samples of files: a row for each slot of which its seller offers one. `fileId` is the version that the sample was
 * cut from, or that has none for the reason `refusal`. The sample is outdated if it is not the newest version of the
 * slot, and null while none is on sale.
 */
export const productSamples = pgTable(
  'product_samples',
  {
    slotId: integer()
      .primaryKey()
      .references(() => productSlots.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    fileId: integer()
      .unique()
      .references(() => productFiles.id),
    refusal: text({ enum: SAMPLE_REFUSALS }),
    /** The stored sample. It does not count against the quota of the seller. */
    storageKey: text().unique(),
    mime: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** The number of pages or seconds. */
    length: integer(),
    createdAt: timestampDefaultNow(),
  },
  table => [index().on(table.productId)],
)

/**
 * The preview images of products. Buyers see those that have a `position`, and the working copy has those that have an
 * `editedPosition`, at most `LIMITS.previewsPerProduct`.
 */
export const productPreviews = pgTable(
  'product_previews',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The prefix under which the storage keeps the image files of the preview. */
    imageKey: text().notNull().unique(),
    /** Null until the preview is published. */
    position: integer(),
    /** Null once the seller has removed the preview, which is deleted when that is published. */
    editedPosition: integer(),
    createdAt: timestampDefaultNow(),
  },
  table => [
    index().on(table.productId, table.position),
    check(
      'product_previews_position',
      sql`${table.position} is not null or ${table.editedPosition} is not null`,
    ),
  ],
)

/**
 * How often each product's page was viewed on each day of the marketplace's time zone, by how the visitor came. All
 * three texts are empty if that is not known. No row tells of a single visitor.
 */
export const visitsDaily = pgTable(
  'visits_daily',
  {
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The product's seller, copied into this table so that all views of a seller are read without a join. */
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    source: text().notNull(),
    medium: text().notNull(),
    campaign: text().notNull(),
    views: integer().notNull(),
  },
  table => [
    primaryKey({
      columns: [table.productId, table.day, table.source, table.medium, table.campaign],
    }),
    index().on(table.sellerId, table.day),
    index().on(table.day),
  ],
)

/**
 * Email addresses that want to know when a product can be bought. A row is deleted when its email is enqueued, or after
 * 180 days.
 */
export const availabilityRequests = pgTable(
  'availability_requests',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    email: text().notNull(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [unique().on(table.productId, table.email), index().on(table.createdAt)],
)
