import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestampDefaultNow, timestamptz } from '../../columns.ts'
import { users } from '../accounts.ts'
import { orders } from '../orders.ts'

const minor = () => bigint({ mode: 'number' })

/**
 * Requested refunds of payments. The refund's id is the idempotency key at the provider, so that repeated calls make
 * one refund. A unique index allows only one refund per payment that is not decided yet, so that refunds of parts
 * together never ask for more than the payment.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    /** The order of the payment; null if the payment matches no order. */
    orderId: uuid().references(() => orders.id),
    /** The id of the payment, which has a row in `payments` or in `unmatched_payments`. */
    paymentId: text().notNull(),
    /** The seller or admin who requested the refund. Null if the server did, for a second payment or a withdrawal. */
    requestedBy: integer().references(() => users.id),
    /** The explanation by the seller or admin who requested the refund. */
    reason: text(),
    /** The part of the payment to refund; null for all that is left of it. */
    amountMinor: minor(),
    /** What the payment had returned to the buyer before a refund of a part; null otherwise. */
    refundedBeforeMinor: minor(),
    /** The order items that the refund returns; null if it is of an amount or of all that is left. */
    itemIds: integer().array(),
    /** Digest of the `Idempotency-Key` of a request for a part. A part of an order that was paid by several payments
     * can need several refunds, which have the same key. */
    requestKey: text(),
    /** Digest of the request body that came with the `Idempotency-Key`. */
    requestDigest: text(),
    /** The provider's id of the refund. Null until the provider has accepted the refund. */
    providerRefundId: text(),
    /** When the refund was first sent to the provider, whether or not an answer came; null if it never was. */
    firstSentAt: timestamptz(),
    /** In the state `sent`, the provider has accepted the refund but does not yet report the payment as refunded. */
    state: text({ enum: ['requested', 'sent', 'done', 'refused'] }).notNull(),
    /** Why the provider refused the refund, as a RefundRefusal of the contract. */
    refusal: text(),
    createdAt: timestampDefaultNow(),
    settledAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    uniqueIndex('refunds_one_undecided')
      .on(table.paymentId)
      .where(sql`${table.state} in ('requested', 'sent')`),
    check(
      'refunds_part',
      sql`(${table.amountMinor} is null) = (${table.refundedBeforeMinor} is null) and ${table.amountMinor} > 0`,
    ),
  ],
)

/**
 * Refunds as the provider last reported them. The request of one that was made here names it by `providerRefundId`;
 * sellers make others in the provider's own panel.
 */
export const providerRefunds = pgTable(
  'provider_refunds',
  {
    /** The provider's id of the refund. */
    id: text().primaryKey(),
    /** The id of the payment, which has a row in `payments` or in `unmatched_payments`. */
    paymentId: text().notNull(),
    /** Null if the provider did not report the amount. */
    amountMinor: minor(),
    /** The provider has accepted a pending refund, and reports its outcome later. */
    state: text({ enum: ['pending', 'done', 'rejected'] }).notNull(),
    /** When the refund was made, by the provider's clock; null if the provider did not report it. */
    providerCreatedAt: timestamptz(),
  },
  table => [index().on(table.paymentId)],
)
