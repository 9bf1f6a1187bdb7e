import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ORDER_VIEWS } from '#contract/orders.ts'
import { createdAt, key, moment, momentOfList } from '../columns.ts'
import { users } from './accounts.ts'
import { productFiles, products } from './catalog.ts'

const minor = () => bigint({ mode: 'number' })

/** A snapshot of what was agreed: nothing in it follows later changes of products or sellers. */
export const orders = pgTable(
  'orders',
  {
    /** The provider's `external_reference`. */
    id: uuid().primaryKey(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** Whose account at the provider must receive the money. */
    collectorId: text().notNull(),
    payerEmail: text().notNull(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    state: text({
      enum: ['open', 'approved', 'review', 'expired', 'refunded', 'charged_back'],
    }).notNull(),
    currency: text().notNull(),
    totalMinor: minor().notNull(),
    feeMinor: minor().notNull(),
    /** The idempotency key sent to the provider with this order's preference. */
    providerKey: uuid().notNull(),
    preferenceId: text(),
    paymentUrl: text(),
    /** The buyer's Idempotency-Key and a digest of what came with it. */
    requestKey: text(),
    requestDigest: text(),
    /** Raised to void links that were sent. */
    tokenVersion: integer().notNull().default(1),
    /** Why it needs a person, when it does: a ReviewReason of the contract. */
    reviewReason: text(),
    /** Since when a fraud alert holds it back: nothing is delivered until an admin releases it. */
    heldAt: moment(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    approvedAt: moment(),
    /** The payment that bought it; only this one can move it on. */
    approvedPaymentId: text(),
    /** When the reconciler asks the provider next; none when the answer is final. */
    nextCheckAt: moment(),
    checks: integer().notNull().default(0),
    /** When a visitor's look at the order last made us ask. */
    askedAt: moment(),
  },
  table => [
    uniqueIndex('orders_request_key').on(table.requestKey),
    index('orders_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    index().on(table.sellerId, table.createdAt),
    index().on(table.payerEmail),
    index('orders_review')
      .on(table.createdAt)
      .where(sql`${table.state} = 'review'`),
    index('orders_open')
      .on(table.sellerId)
      .where(sql`${table.state} = 'open'`),
    index('orders_held')
      .on(table.heldAt)
      .where(sql`${table.heldAt} is not null`),
  ],
)

/**
 * One line of an order, and of its seller's desk. `feeMinor + sellerShareMinor = priceMinor`, always. The
 * provider's fee is null until it is reported. `sellerId`, `soldAt` and `saleState` repeat what the order and
 * its payments say, written by the same transactions, so that the desk reads one table by one index.
 */
export const orderItems = pgTable(
  'order_items',
  {
    id: key(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    fileId: integer()
      .notNull()
      .references(() => productFiles.id),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** When it counts: at the order's approval, before that when it was ordered. */
    soldAt: momentOfList().notNull(),
    /** The order as its people see it; null while nobody has tried to pay: the desk leaves those out. */
    saleState: text({ enum: ORDER_VIEWS }),
    currency: text().notNull(),
    name: text().notNull(),
    priceMinor: minor().notNull(),
    feePercent: integer().notNull(),
    feeMinor: minor().notNull(),
    sellerShareMinor: minor().notNull(),
    providerFeeMinor: minor(),
    /** Of the price, what went back to the buyer. */
    refundedMinor: minor().notNull().default(0),
    /** What stays with the seller: the one source of the card, the list, the chart and the export. */
    netMinor: minor(),
  },
  table => [
    index().on(table.orderId),
    index().on(table.fileId),
    index('order_items_desk')
      .on(table.sellerId, table.soldAt, table.id)
      .where(sql`${table.saleState} is not null`),
    index().on(table.productId, table.soldAt, table.id),
    check(
      'order_items_split',
      sql`${table.feeMinor} + ${table.sellerShareMinor} = ${table.priceMinor}`,
    ),
  ],
)

/** One attempt at the provider, as its newest answer told it. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's number; above 2^31, so text. */
    id: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    status: text().notNull(),
    statusDetail: text(),
    method: text(),
    methodType: text(),
    amountMinor: minor().notNull(),
    currency: text().notNull(),
    collectorId: text().notNull(),
    refundedMinor: minor().notNull().default(0),
    providerFeeMinor: minor(),
    instructionsUrl: text(),
    deadline: moment(),
    providerCreatedAt: moment(),
    providerUpdatedAt: moment(),
    /** What is wrong with it, if anything: another amount, another account … */
    problem: text(),
    /** Approved on an order that another payment had already paid: to be given back. */
    refundDue: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  table => [
    index().on(table.orderId),
    index('payments_refund_due')
      .on(table.orderId)
      .where(sql`${table.refundDue}`),
  ],
)

/**
 * A payment that is to be given back. Its id is the idempotency key of the call, so that however often the call
 * is made it is one refund; a payment has one that is not refused, so that however often it is asked for it is one.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    requestedBy: integer()
      .notNull()
      .references(() => users.id),
    /** What the one who asked wrote. */
    reason: text(),
    /** `sent`: the provider took it, its payment does not say so yet. */
    state: text({ enum: ['requested', 'sent', 'done', 'refused'] }).notNull(),
    /** A RefundRefusal of the contract. */
    refusal: text(),
    createdAt: createdAt(),
    settledAt: moment(),
  },
  table => [
    index().on(table.orderId),
    uniqueIndex('refunds_one_a_payment')
      .on(table.paymentId)
      .where(sql`${table.state} <> 'refused'`),
  ],
)

/** The inbox of the provider's notices: stored first, answered 200, read later. */
export const webhookEvents = pgTable(
  'payment_notices',
  {
    id: key(),
    topic: text().notNull(),
    dataId: text().notNull(),
    action: text().notNull(),
    requestId: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: createdAt(),
    processedAt: moment(),
    outcome: text(),
  },
  table => [
    unique().on(table.topic, table.dataId, table.action, table.requestId),
    index().on(table.processedAt),
  ],
)

/** The right to download one item. Unique per item: a second grant is PRODUCT_ALREADY_SENT. */
export const grants = pgTable('grants', {
  id: key(),
  orderItemId: integer()
    .notNull()
    .unique()
    .references(() => orderItems.id),
  grantedAt: createdAt(),
  expiresAt: moment().notNull(),
  downloadsLeft: integer().notNull(),
  closedAt: moment(),
  closedReason: text({ enum: ['refunded', 'charged_back', 'suspended'] }),
})

export const downloads = pgTable(
  'downloads',
  {
    id: key(),
    grantId: integer()
      .notNull()
      .references(() => grants.id),
    at: createdAt(),
    userAgent: text(),
  },
  table => [index().on(table.grantId, table.at)],
)

/** What happened to an order, in the order it happened. Never changed. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: key(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: createdAt(),
    kind: text().notNull(),
    detail: jsonb().notNull().default({}),
  },
  table => [index().on(table.orderId, table.id)],
)
