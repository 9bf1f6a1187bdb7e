import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/core/fields.ts'
import { SHOWN_ORDER_STATES } from '#contract/orders/orders.ts'
import {
  timestampDefaultNow,
  bigIdColumn,
  idColumn,
  timestamptz,
  timestamptzMs,
} from '../columns.ts'
import { users } from './accounts.ts'
import { productEditions, productFiles, products } from './products.ts'

const minor = () => bigint({ mode: 'number' })

/**
 * Orders. An order is a snapshot of the agreed prices, files and commission, which later changes by sellers do not
 * affect.
 */
export const orders = pgTable(
  'orders',
  {
    /** The order's id, which the payment provider gets as `external_reference`. */
    id: uuid().primaryKey(),
    /** The number by which people name the order, such as `K7M3-2QRD`. The function is defined in a migration. */
    number: text()
      .notNull()
      .default(sql`new_order_number()`),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The payment provider's id of the account that must receive the money; empty if the order is free. */
    collectorId: text().notNull(),
    /** The buyer's email. Empty 30 days after an order that nobody tried to pay. */
    payerEmail: text().notNull(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    /**
     * The version of the terms that were published when the order was made: the day of our text, or the URL of the
     * operator's document. Null if the order was rebuilt.
     */
    termsVersion: text(),
    state: text({
      enum: ['open', 'approved', 'review', 'expired', 'refunded', 'charged_back'],
    }).notNull(),
    currency: text().$type<Currency>().notNull(),
    totalMinor: minor().notNull(),
    feeMinor: minor().notNull(),
    /** The idempotency key that the payment provider gets when it creates the preference of this order. */
    providerKey: uuid().notNull(),
    preferenceId: text(),
    paymentUrl: text(),
    /** Digest of the `Idempotency-Key` that the buyer's browser sent. */
    requestKey: text(),
    /** Digest of the request body that came with the `Idempotency-Key`. */
    requestDigest: text(),
    /** Digest of the cookie of the browser that made the order. It proves that a visitor is the buyer. */
    browserHash: text(),
    /** The token version in the links to the order. A higher version invalidates every link that was sent before. */
    tokenVersion: integer().notNull().default(1),
    /**
     * The token version of links that somebody asked for by the buyer's address or the order's number. Both versions
     * are valid until a file is downloaded by this one; then it is the only one. Null if there are no such links.
     */
    offeredTokenVersion: integer(),
    /** The reason why the order is in review or on hold: a ReviewReason of the contract. */
    reviewReason: text(),
    /** The time when a fraud alert put the order on hold. Nothing is delivered until an admin releases the order. */
    heldAt: timestamptz(),
    /** The time when the admins were last emailed about the order's review or hold; null if an email is due. */
    adminsInformedAt: timestamptz(),
    /**
     * By which page or link of ours the buyer began the order, an OrderEntry of the contract; null if it is not known.
     */
    entry: text(),
    /** The place on the web from which the buyer came, such as `instagram` or `direct`; null if it is not known. */
    source: text(),
    /** The code of the coupon with which the order was made, and what it took off the whole order; null without one. */
    couponCode: text(),
    couponMinor: minor(),
    /**
     * What was paid before for parts of the packs that the order completes, and counted for its price: the sum of its
     * `order_credits`. Null if it completes none.
     */
    creditMinor: minor(),
    /** The medium and the campaign of the link; null if it names none. */
    sourceMedium: text(),
    sourceCampaign: text(),
    /** The host of the page with the link; null if it is not known. */
    referrerHost: text(),
    /**
     * Whether the seller's conversion events may report the order: not if the buyer's browser sent Global Privacy
     * Control. Those of other orders, such as one that was rebuilt, are not reported.
     */
    allowsConversions: boolean().notNull().default(false),
    /** When the downloads of the order were closed, and the reason that the buyer is told; null while open. */
    accessClosedAt: timestamptz(),
    /** The seller's words, or the scanner's name for the malware. */
    accessClosedReason: text(),
    /** Who closed the downloads; null while open. The scanner closes those of infected files only. */
    accessClosedBy: text({ enum: ['seller', 'scanner'] }),
    createdAt: timestampDefaultNow(),
    expiresAt: timestamptz().notNull(),
    approvedAt: timestamptz(),
    /**
     * The id of the payment that paid the order. Afterwards, only a refund or chargeback of this payment changes the
     * order's state back.
     */
    approvedPaymentId: text(),
    /**
     * The time of the next scheduled reconciliation with the payment provider; null once the order's state is final.
     */
    nextCheckAt: timestamptz(),
    /** The number of scheduled reconciliations so far. The delay to the next reconciliation grows with this number. */
    checks: integer().notNull().default(0),
    /** The last time that a buyer's visit to the order page caused a reconciliation. */
    checkRequestedAt: timestamptz(),
    /** The number of reconciliations that visits caused. The pause before the next one grows with this number. */
    checkRequests: integer().notNull().default(0),
  },
  table => [
    uniqueIndex('orders_number').on(table.number),
    uniqueIndex('orders_request_key').on(table.requestKey),
    index('orders_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    index().on(table.sellerId, table.createdAt),
    index().on(table.payerEmail),
    // Finds what a browser has bought, so that its buyer can complete a pack.
    index('orders_browser')
      .on(table.browserHash)
      .where(sql`${table.browserHash} is not null`),
    // Counts the orders of each state for the metrics, without reading the table.
    index('orders_state').on(table.state),
    index('orders_review')
      .on(table.createdAt)
      .where(sql`${table.state} = 'review'`),
    index('orders_admins_informed')
      .on(table.adminsInformedAt)
      .where(sql`${table.adminsInformedAt} is not null`),
    index('orders_commission_review')
      .on(table.createdAt)
      .where(sql`${table.reviewReason} = 'another_commission'`),
    index('orders_abandoned')
      .on(table.createdAt)
      .where(sql`${table.state} = 'expired' and ${table.payerEmail} <> ''`),
    index('orders_open')
      .on(table.sellerId)
      .where(sql`${table.state} = 'open'`),
    index('orders_access_closed')
      .on(table.accessClosedAt)
      .where(sql`${table.accessClosedAt} is not null`),
    index('orders_held')
      .on(table.heldAt)
      .where(sql`${table.heldAt} is not null`),
  ],
)

/**
 * Order items, which are also the lines of the seller's sales list. `feeMinor + sellerShareMinor` always equals
 * `priceMinor`. `sellerId`, `soldAt` and `saleState` are copied from the order and its payments in the transactions
 * that change those, so that the sales list reads one table by one index.
 */
export const orderItems = pgTable(
  'order_items',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    /** The pack as a part of which the product was bought; null if it was bought by itself. */
    packId: integer().references(() => products.id),
    /** The name that the pack had. */
    packName: text(),
    /** The files that were bought. */
    editionId: integer()
      .notNull()
      .references(() => productEditions.id),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The date under which the sale is listed: when the order was approved or, until then, when it was created. */
    soldAt: timestamptzMs().notNull(),
    /**
     * The order's state as buyer and seller see it. Null until the buyer tries to pay, and if the order is free; the
     * sales list omits such items.
     */
    saleState: text({ enum: SHOWN_ORDER_STATES }),
    currency: text().$type<Currency>().notNull(),
    name: text().notNull(),
    /** The days of the guarantee that the seller gave when the order was made; 0 without a guarantee. */
    guaranteeDays: integer().notNull().default(0),
    priceMinor: minor().notNull(),
    /** The price before a discount; null if it is the price that was paid. */
    listPriceMinor: minor(),
    discountMinor: minor().notNull().default(0),
    feePercent: integer().notNull(),
    feeMinor: minor().notNull(),
    /** The commission that a discount cost the marketplace. */
    forgoneFeeMinor: minor().notNull().default(0),
    sellerShareMinor: minor().notNull(),
    /** This item's part of the provider's fee; null until the provider has reported the fee. */
    providerFeeMinor: minor(),
    /** The part of the item's price that was refunded to the buyer. */
    refundedMinor: minor().notNull().default(0),
    /** The seller's net amount after fees and refunds; null until the provider has reported its fee. */
    netMinor: minor(),
    /** When files of the order were downloaded for the first time, if the order is free; null before, and of others. */
    takenAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    index().on(table.editionId),
    index('order_items_sales')
      .on(table.sellerId, table.soldAt, table.id)
      .where(sql`${table.saleState} is not null`),
    index().on(table.productId, table.soldAt, table.id),
    index()
      .on(table.packId, table.soldAt)
      .where(sql`${table.packId} is not null`),
    // Sums what discounts cost, for the report about commission.
    index('order_items_forgone')
      .on(table.soldAt)
      .where(sql`${table.forgoneFeeMinor} > 0`),
    // Counts the free copies that people took, of a seller by day.
    index('order_items_taken')
      .on(table.sellerId, table.takenAt)
      .where(sql`${table.takenAt} is not null`),
    // Finds the items of which more than half was refunded, for the report about commission.
    index('order_items_mostly_refunded')
      .on(table.soldAt, table.id)
      .where(
        sql`${table.saleState} = 'approved' and 2 * ${table.refundedMinor} > ${table.priceMinor}`,
      ),
    check(
      'order_items_split',
      sql`${table.feeMinor} + ${table.sellerShareMinor} = ${table.priceMinor}`,
    ),
  ],
)

/**
 * What the price of an earlier item counted for in an order that completes a pack. It counts once: the item gives no
 * other credit and is not refunded, until the order is given up, refunded or charged back, or its pack is refunded.
 */
export const orderCredits = pgTable(
  'order_credits',
  {
    /** The order that completes a pack. */
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    packId: integer()
      .notNull()
      .references(() => products.id),
    /** The item of an earlier order: the part that the buyer has. */
    itemId: integer()
      .notNull()
      .references(() => orderItems.id),
    /** What was paid for the item and not given back when the order was made. */
    amountMinor: minor().notNull(),
    /** Since when the credit does not count; null while it does. */
    freedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.orderId, table.itemId] }),
    uniqueIndex('order_credits_in_use')
      .on(table.itemId)
      .where(sql`${table.freedAt} is null`),
    check('order_credits_amount', sql`${table.amountMinor} > 0`),
  ],
)

/** Payments. A row is one attempt to pay an order, as the payment provider last reported it. */
export const payments = pgTable(
  'payments',
  {
    /** The payment provider's id of the payment, stored as text since it can exceed 2^31. */
    id: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    status: text().notNull(),
    statusDetail: text(),
    method: text(),
    methodType: text(),
    amountMinor: minor().notNull(),
    currency: text().$type<Currency>().notNull(),
    collectorId: text().notNull(),
    refundedMinor: minor().notNull().default(0),
    providerFeeMinor: minor(),
    /** The marketplace's commission that the provider deducted; null until the provider has reported its fees. */
    applicationFeeMinor: minor(),
    /**
     * The part of the commission that the provider returned to the seller with refunds; null until something was
     * refunded, and while the provider does not report it.
     */
    returnedApplicationFeeMinor: minor(),
    instructionsUrl: text(),
    deadline: timestamptz(),
    /** When the seller can use the money; null until the provider has reported it. */
    moneyReleaseAt: timestamptz(),
    providerCreatedAt: timestamptz(),
    providerUpdatedAt: timestamptz(),
    /** How the payment differs from its order, as a ReviewReason such as `another_amount`; null if they agree. */
    problem: text(),
    /** The provider's id of the merchant order, which groups the payments of one purchase. */
    merchantOrderId: text(),
    /** True if the payment is one of several that together paid the order, such as a purchase with two cards. */
    isPart: boolean().notNull().default(false),
    /**
     * True if the payment must be refunded, because another payment had already paid the order or because the payment
     * differs from the order's terms.
     */
    refundDue: boolean().notNull().default(false),
    /**
     * When an admin ended a review without a delivery and without a refund of this payment. Later news of the payment
     * do not begin the review again. Null if no admin did.
     */
    dismissedAt: timestamptz(),
    createdAt: timestampDefaultNow(),
    updatedAt: timestampDefaultNow(),
    /** The value of `updatedAt` whose amounts are in the ledger; null if none are yet. */
    bookedAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    index('payments_unbooked')
      .on(table.id)
      .where(sql`${table.bookedAt} is distinct from ${table.updatedAt}`),
    index('payments_refund_due')
      .on(table.orderId)
      .where(sql`${table.refundDue}`),
  ],
)

/**
 * Grants: the right to download the files of an order item. An item has at most one grant, so that it is delivered
 * once.
 */
export const downloadGrants = pgTable('download_grants', {
  id: idColumn(),
  orderItemId: integer()
    .notNull()
    .unique()
    .references(() => orderItems.id),
  grantedAt: timestampDefaultNow(),
  expiresAt: timestamptz().notNull(),
  closedAt: timestamptz(),
  closedReason: text({ enum: ['refunded', 'charged_back', 'suspended', 'withdrawn'] }),
})

/** The file versions that were downloaded by a grant. A row is made at the first download. */
export const grantFiles = pgTable(
  'grant_files',
  {
    grantId: integer()
      .notNull()
      .references(() => downloadGrants.id),
    fileId: integer()
      .notNull()
      .references(() => productFiles.id),
    /** The number of counted downloads since the grant was made or renewed. */
    downloads: integer().notNull().default(0),
    /**
     * The bytes of counted downloads that were not sent yet. A download that is resumed uses up the bytes of its count;
     * the number is negative after parts were sent twice.
     */
    unsentBytes: bigint({ mode: 'number' }).notNull().default(0),
    /**
     * The first byte of the last part that went by a signed link to the end of the file, of which it is not known how
     * much was sent; null if there was none.
     */
    directStart: bigint({ mode: 'number' }),
  },
  table => [primaryKey({ columns: [table.grantId, table.fileId] }), index().on(table.fileId)],
)

/** Downloads that were counted against a grant. */
export const downloads = pgTable(
  'downloads',
  {
    id: idColumn(),
    grantId: integer()
      .notNull()
      .references(() => downloadGrants.id),
    /** The version that was downloaded. */
    fileId: integer()
      .notNull()
      .references(() => productFiles.id),
    at: timestampDefaultNow(),
    userAgent: text(),
    /** Whether the first byte of the file was requested in this download. */
    fromStart: boolean().notNull().default(true),
  },
  table => [index().on(table.grantId, table.at)],
)

/** The history of an order. Rows are only appended. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigIdColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: timestampDefaultNow(),
    kind: text().notNull(),
    /** The data of the kind's declaration in the contract. */
    detail: jsonb().notNull().default({}),
    /** What makes the event unique among those of its kind and order; null if nothing does. */
    once: text(),
  },
  table => [
    index().on(table.orderId, table.id),
    uniqueIndex('order_events_once')
      .on(table.orderId, table.kind, table.once)
      .where(sql`${table.once} is not null`),
    // Finds the orders that changed lately, for the check of the invariants.
    index('order_events_at').using('brin', table.at),
  ],
)
