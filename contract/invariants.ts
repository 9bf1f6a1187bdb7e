import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IsoDateTime } from './core/fields.ts'

/** The rules that the data of a marketplace must always obey. */
export const INVARIANTS = [
  /** An approved payment whose order has an item without a download grant, and no reason to wait. */
  'paid_without_grant',
  /** An open download grant whose order is not paid. */
  'grant_without_payment',
  /** A free order with something of a payment or without its files, or an order with a price that nobody receives. */
  'free_order',
  /** An order that was given up or refunded, and still has a payment page. */
  'payment_page',
  /** An order that can be paid on its page, although something has kept it from being sold for more than an hour. */
  'payment_page_waiting',
  /** A paid order with a grant that is closed without a refund of its item, a hold or an open withdrawal. */
  'paid_with_closed_grant',
  /** A paid order of whose files one was removed from the storage. */
  'paid_without_file',
  /** An order with an item whose files are those of another product, or that has no files. */
  'item_edition',
  /** A product that does not sell the newest versions of the files that its seller sells. */
  'edition_on_sale',
  /** A product that is listed although something keeps it from being sold, or the other way round. */
  'product_listed',
  /** A pack that is for sale without one of its parts, or with other files than theirs. */
  'pack_on_sale',
  /** A paid order without the event of its delivery, a refunded one without its own, or a change of address without. */
  'order_events',
  /** A paid order without a receipt. */
  'paid_without_receipt',
  /** A paid order that was not reported to a service that its seller had chosen, although its buyer allows it. */
  'paid_without_conversion',
  /** A paid order without the address of its buyer. */
  'paid_without_address',
  /** An order whose downloads its seller has closed, although it is not paid, or without having told the buyer why. */
  'closed_access',
  /**
   * An order whose items do not add up to its total and commission, or whose coupon took off more than its discounts;
   * an item whose parts, or whose price before the discount, do not add up to its price, or one that costs nothing
   * although its order costs something.
   */
  'order_figures',
  /** An order with an item whose commission is not its percentage of the price. */
  'order_commission',
  /** An order that was paid to another account than it was made for. */
  'order_collector',
  /** An item whose copies of the order's seller, currency, date or state differ from the order. */
  'sale_lines',
  /** An order with a coupon of which no use was counted, or a use of another coupon or none that the order says. */
  'coupon_orders',
  /** A coupon with more uses, in all or by one buyer, than its limits allowed when the last one was made. */
  'coupon_limits',
  /**
   * An order that completes a pack by other credits than it says, or that is given up and keeps them; a credit in use
   * of an item that was refunded here since.
   */
  'order_credits',
  /** A payment whose entries in the ledger differ from what the provider reported. */
  'ledger_payments',
  /** A payment with an entry in the ledger of another seller, or that statements count in another month. */
  'ledger_entries',
  /** An order whose sale shows other figures than the ledger. */
  'ledger_sales',
  /** A day whose kept sums of commission, by month, currency, kind and account, are not those of the ledger. */
  'commission_days',
  /** A final statement whose digest is not that of its content. */
  'statement_digest',
  /** A final statement that differs from its entries of the ledger, each of which is in one statement. */
  'statement_entries',
  /** A payment that has not been booked in the ledger for more than an hour. */
  'ledger_missing',
  /** A requested refund that the provider has neither made nor refused after a week. */
  'refund_waiting',
  /** A refund whose payment is unknown, or which does not name the order of its payment. */
  'refund_payment',
  /** A payment whose refunded parts are more than went back, or a refunded item that can still be downloaded. */
  'refund_part',
  /** A payment whose refunds, or the decision of a requested one, differ from what the provider last reported. */
  'refund_reported',
  /** A payment that a paid order does not need and that nobody gives back. */
  'surplus_kept',
  /**
   * A rebuilt order that does not have the payment for which it was rebuilt, or whose seller is not that of its parts.
   */
  'rebuilt_order',
  /** A seller whose receipts have a gap in their numbers, or one whose order was never paid. */
  'receipt_numbers',
  /**
   * A withdrawal that is not followed, one that goes on after its last deadline, or one that ended as refunded although
   * its order was not.
   */
  'withdrawal',
  /** An order that has been on hold after a fraud alert for more than 30 days. */
  'hold_waiting',
  /**
   * A product whose reviews do not add up to its sums, or one with a review that counts although its item was refunded.
   */
  'review_sums',
  /** A product or pack whose number of sales is not that of the items, or orders of the pack, that count as sold. */
  'sales_count',
  /** An order with a file that had not passed its scan when the order was made. */
  'unscanned_sale',
  /** A seller whose used storage differs from the sizes of the files. */
  'storage_quota',
  /** A product file that is missing in the storage, or has another size. */
  'file_missing',
  /** A cover, preview or profile picture that is missing in the storage. */
  'image_missing',
  /** A file in the storage that no row has referred to for days. */
  'file_orphaned',
  /** An image in the storage that no row has referred to for days. */
  'image_orphaned',
  /** A job that was given up. */
  'job_dead',
  /** A webhook event that was not processed for more than ten minutes. */
  'webhook_unread',
] as const
export type InvariantName = (typeof INVARIANTS)[number]

/** The violations of one rule. */
export const InvariantFinding = z.object({
  name: z.enum(INVARIANTS),
  /** The number of violations. */
  count: z.int(),
  /** At most 20 of the orders, payments, statements, sellers, files, jobs or events that violate the rule. */
  ids: z.array(z.string()),
})
export type InvariantFinding = z.infer<typeof InvariantFinding>

/** A finding with what it means, and what an admin does about it, in the language of the request. */
export const ExplainedFinding = z.extend(InvariantFinding, {
  title: z.string(),
  action: z.string(),
})
export type ExplainedFinding = z.infer<typeof ExplainedFinding>

const ClosedOrders = z.object({ count: z.int(), orderNumbers: z.array(z.string()) })

export const getInvariants = endpoint({
  method: 'GET',
  path: '/admin/invariants',
  summary: 'Get the result of the last check of the invariants',
  access: 'admin',
  reply: z.object({
    /** The last check; null if there was none yet. */
    lastCheck: z.nullable(
      z.object({
        at: IsoDateTime,
        durationMs: z.int(),
        /** Whether all orders were examined. Otherwise the rules about orders read only those that had changed. */
        isComplete: z.boolean(),
        findings: z.array(ExplainedFinding),
      }),
    ),
    /** When all orders were last examined; null if they never were. */
    lastCompleteAt: z.nullable(IsoDateTime),
    /** The paid orders whose downloads the sellers keep closed now: their number, and the newest 20 order numbers. */
    closedBySellers: ClosedOrders,
    /** The same of the paid orders with a file in which the scanner has found malware. */
    closedByScanner: ClosedOrders,
  }),
})

/**
 * Requests a check of the invariants, which examines all orders. A job makes it, and `getInvariants` returns its
 * result.
 */
export const checkInvariants = endpoint({
  method: 'POST',
  path: '/admin/invariants/check',
  summary: 'Check the invariants now',
  access: 'admin',
  status: 202,
})
