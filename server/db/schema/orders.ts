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
import { SHOWN_ORDER_STATES } from '#contract/orders.ts'
import { createdAt, id, timestamptz, timestamptzMs } from '../columns.ts'
import { users } from './accounts.ts'
import { productFiles, products } from './catalog.ts'

const minor = () => bigint({ mode: 'number' })

/** An order: a snapshot of what was agreed, which later changes of products or sellers do not affect. */
export const orders = pgTable(
  'orders',
  {
    /** The order's id, which is sent to the provider as `external_reference`. */
    id: uuid().primaryKey(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The provider's id of the account that must receive the money. */
    collectorId: text().notNull(),
    payerEmail: text().notNull(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    state: text({
      enum: ['open', 'approved', 'review', 'expired', 'refunded', 'charged_back'],
    }).notNull(),
    currency: text().notNull(),
    totalMinor: minor().notNull(),
    feeMinor: minor().notNull(),
    /** The idempotency key that is sent to the provider when it creates this order's preference. */
    providerKey: uuid().notNull(),
    preferenceId: text(),
    paymentUrl: text(),
    /** Digest of the buyer's `Idempotency-Key`. */
    requestKey: text(),
    /** Digest of the request body that was sent with the `Idempotency-Key`. */
    requestDigest: text(),
    /** The version in the links to the order. Raising it voids every link that was sent. */
    tokenVersion: integer().notNull().default(1),
    /** The reason why the order is in review or on hold: a ReviewReason of the contract. */
    reviewReason: text(),
    /** The time since which a fraud alert holds the order: nothing is delivered until an admin releases it. */
    heldAt: timestamptz(),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
    approvedAt: timestamptz(),
    /** The payment that paid the order. Once it is set, only this payment can refund or reverse the order. */
    approvedPaymentId: text(),
    /** The time of the next reconciliation with the provider; null once the state is final. */
    nextCheckAt: timestamptz(),
    /** The number of scheduled reconciliations; the delay to the next one grows with it. */
    checks: integer().notNull().default(0),
    /** The time when a buyer who looked at the order last caused its reconciliation. */
    checkRequestedAt: timestamptz('asked_at'),
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
 * One item of an order, and one line of its seller's sales list. `feeMinor + sellerShareMinor = priceMinor`, always.
 * `sellerId`, `soldAt` and `saleState` are copied from the order and its payments by the transactions that change
 * them, so that the sales list reads one table by one index.
 */
export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
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
    /** The date the sale counts for: the order's approval, or its creation until then. */
    soldAt: timestamptzMs().notNull(),
    /** The order's state as buyer and seller see it; null until somebody tries to pay, which the sales list omits. */
    saleState: text({ enum: SHOWN_ORDER_STATES }),
    currency: text().notNull(),
    name: text().notNull(),
    priceMinor: minor().notNull(),
    feePercent: integer().notNull(),
    feeMinor: minor().notNull(),
    sellerShareMinor: minor().notNull(),
    /** This item's part of the provider's fee; null until the provider reports it. */
    providerFeeMinor: minor(),
    /** The part of the price that went back to the buyer. */
    refundedMinor: minor().notNull().default(0),
    /** The seller's net amount after fees and refunds; null until the provider reports its fee. */
    netMinor: minor(),
  },
  table => [
    index().on(table.orderId),
    index().on(table.fileId),
    index('order_items_sales')
      .on(table.sellerId, table.soldAt, table.id)
      .where(sql`${table.saleState} is not null`),
    index().on(table.productId, table.soldAt, table.id),
    check(
      'order_items_split',
      sql`${table.feeMinor} + ${table.sellerShareMinor} = ${table.priceMinor}`,
    ),
  ],
)

/** One attempt to pay an order, as the provider last reported it. */
export const payments = pgTable(
  'payments',
  {
    /** The provider's id, stored as text since it exceeds 2^31. */
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
    deadline: timestamptz(),
    providerCreatedAt: timestamptz(),
    providerUpdatedAt: timestamptz(),
    /** The difference between payment and order, if there is one: a ReviewReason such as `another_amount`. */
    problem: text(),
    /** Whether the payment must be refunded: another one had paid the order, or it differs from the order's terms. */
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
 * A requested refund of a payment. Its id is the idempotency key at the provider, so that repeated calls make one
 * refund. A unique index allows one refund that was not refused for each payment.
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
    /** The note of the seller or admin who requested the refund. */
    reason: text(),
    /** `sent`: the provider accepted the refund but does not report the payment as refunded yet. */
    state: text({ enum: ['requested', 'sent', 'done', 'refused'] }).notNull(),
    /** The reason why the provider refused the refund: a RefundRefusal of the contract. */
    refusal: text(),
    createdAt: createdAt(),
    settledAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    uniqueIndex('refunds_one_a_payment')
      .on(table.paymentId)
      .where(sql`${table.state} <> 'refused'`),
  ],
)

/** Webhook events of the provider. An event is stored before the reply 200 and processed by a job. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    topic: text().notNull(),
    dataId: text().notNull(),
    action: text().notNull(),
    requestId: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: createdAt(),
    processedAt: timestamptz(),
    outcome: text(),
  },
  table => [
    unique().on(table.topic, table.dataId, table.action, table.requestId),
    index().on(table.processedAt),
  ],
)

/** The right to download an order item. Each item has at most one grant, so that it is delivered once. */
export const downloadGrants = pgTable('grants', {
  id: id(),
  orderItemId: integer()
    .notNull()
    .unique()
    .references(() => orderItems.id),
  grantedAt: createdAt(),
  expiresAt: timestamptz().notNull(),
  downloadsLeft: integer().notNull(),
  closedAt: timestamptz(),
  closedReason: text({ enum: ['refunded', 'charged_back', 'suspended'] }),
})

/** A download that counted against its grant. */
export const downloads = pgTable(
  'downloads',
  {
    id: id(),
    grantId: integer()
      .notNull()
      .references(() => downloadGrants.id),
    at: createdAt(),
    userAgent: text(),
  },
  table => [index().on(table.grantId, table.at)],
)

/** The history of an order. Rows are only appended. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    at: createdAt(),
    kind: text().notNull(),
    detail: jsonb().notNull().default({}),
  },
  table => [index().on(table.orderId, table.id)],
)
