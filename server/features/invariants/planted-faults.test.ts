import { mkdir, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { INVARIANTS, type InvariantName } from '#contract/invariants.ts'
import type { StatementSection } from '#contract/sales/statements.ts'
import { sellerStatements } from '#server/db/schema/index.ts'
import { sumCommissionOfDays } from '#server/features/payments/ledger/commission-queries.ts'
import { closeCompleteMonths } from '#server/features/sales/statements/close-months.ts'
import { digestStatement } from '#server/features/sales/statements/digest.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { RESTRICTED_RULES, checkInvariants } from './check.ts'

const shop = useTestApp({ resetBefore: 'file' })

const storageFolder = () => join(shop.folder, 'storage')
const check = (changedSince?: Date) =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(storageFolder()),
    changedSince,
  })
const run = (text: string) => shop.db.$client.query(text)

/** Returns the path of the only product file. */
async function findFile(): Promise<string> {
  const files = join(storageFolder(), 'files')
  const [seller] = await readdir(files)
  const [name] = await readdir(join(files, seller!))
  return join(files, seller!, name!)
}

async function writeOldFile(path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, 'x')
  const fourDaysAgo = daysAgo(4)
  await utimes(path, fourDaysAgo, fourDaysAgo)
}

/** Closes the grants of the order for a reason. */
const closeGrants = (reason: 'refunded' | 'charged_back' | 'suspended' | 'withdrawn') =>
  run(`update download_grants set closed_at = now(), closed_reason = '${reason}'`)

/** Gives the order the state and the event of one that was refunded, without closing its downloads. */
async function refundOrder(): Promise<void> {
  await run("insert into order_events (order_id, kind) select id, 'refunded' from orders")
  await run("update orders set state = 'refunded', payment_url = null")
  await run("update order_items set sale_state = 'refunded'")
}

/** Inserts an open order like the paid one, with a page that can be paid for a day. */
const insertOpenOrder = () =>
  run(`with made as (
      insert into orders (id, seller_id, collector_id, payer_email, language, state, currency, total_minor, fee_minor,
        provider_key, expires_at, payment_url)
      select gen_random_uuid(), seller_id, collector_id, payer_email, language, 'open', currency, total_minor,
        fee_minor, gen_random_uuid(), now() + interval '1 day', 'https://pay.test' from orders
      returning *),
    event as (insert into order_events (order_id, kind) select id, 'ordered' from made)
    insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, currency, name, price_minor,
      fee_percent, fee_minor, seller_share_minor)
    select made.id, i.product_id, i.edition_id, i.seller_id, made.created_at, i.currency, i.name, i.price_minor,
      i.fee_percent, i.fee_minor, i.seller_share_minor
    from made, order_items i`)

/** Inserts the paid order's payment as one for which the order was rebuilt, with the given id and time. */
const insertRebuilt = (idAndTime: string) =>
  run(`insert into unmatched_payments (id, rebuilt_at, seller_id, collector_id, order_id, status, amount_minor,
      refunded_minor, application_fee_minor, currency)
    select ${idAndTime}, o.seller_id, o.collector_id, o.id, p.status, p.amount_minor, 0, 1, p.currency
    from payments p join orders o on o.id = p.order_id`)

/** Inserts a withdrawal from the order, with the given next examination, kind of end and time of the end. */
const insertWithdrawal = (end: string) =>
  run(`insert into withdrawals (order_id, seller_id, code, asked_at, kind, item_ids, next_at,
      ended_as, ended_at)
    select id, seller_id, 'A-7K3M-29QD', now(), 'refund', '{}', ${end} from orders`)

/** Refunds the order, and inserts a withdrawal of a kind that was asked for three days ago and has not ended. */
async function insertLateWithdrawal(kind: 'refund' | 'cancel' | 'answer'): Promise<void> {
  await refundOrder()
  await closeGrants('refunded')
  await run(`update payments set status = 'refunded', provider_updated_at = now() - interval '3 days',
    booked_at = null`)
  await insertWithdrawal('now(), null, null')
  await run(`update withdrawals set asked_at = now() - interval '3 days', kind = '${kind}'`)
}

/** Inserts a second payment of the order, of three days ago, which is or is not marked as due for refund. */
const insertSecondPayment = (refundDue = true) =>
  run(`insert into payments (id, order_id, status, amount_minor, currency, collector_id, refund_due, created_at)
    select id || '2', order_id, status, amount_minor, currency, collector_id, ${refundDue}, now() - interval '3 days'
    from payments`)

/** Inserts an upload of 10 bytes in a state, without its file. */
const insertUpload = (state: string) =>
  run(`insert into uploads (id, seller_id, file_name, fingerprint, size_bytes, state, storage_key, expires_at)
    select gen_random_uuid(), min(seller_id), 'a.pdf', 'a', 10, '${state}', '1/nobody', now() from products`)

/** Inserts a free order of the order's product, delivered. */
const insertFreeOrder = () =>
  run(`with made as (
      insert into orders (id, seller_id, collector_id, payer_email, language, state, currency, total_minor, fee_minor,
        provider_key, expires_at, approved_at)
      select gen_random_uuid(), seller_id, '', payer_email, language, 'approved', currency, 0, 0, gen_random_uuid(),
        now(), now() from orders
      returning *),
    line as (
      insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, currency, name, price_minor,
        fee_percent, fee_minor, seller_share_minor)
      select made.id, i.product_id, i.edition_id, i.seller_id, made.approved_at, i.currency, i.name, 0, 0, 0, 0
        from made, order_items i
      returning id),
    event as (insert into order_events (order_id, kind) select id, 'ordered' from made)
    insert into download_grants (order_item_id, expires_at) select id, now() from line`)

/** Inserts a coupon with which the order was made, and its use. */
async function insertCouponUse(): Promise<void> {
  await run(`with made as (
      insert into coupons (seller_id, code, kind, value) select seller_id, 'FERIA-10', 'percent', 10 from orders
        returning id),
    used as (insert into coupon_uses (order_id, coupon_id, buyer_digest, held_until, paid_at)
      select o.id, made.id, 'x', o.expires_at, o.approved_at from orders o, made)
    update orders set coupon_code = 'FERIA-10', coupon_minor = 100`)
  await run('update order_items set list_price_minor = price_minor + 100, discount_minor = 100')
}

/** Lets the order's item count for the order, as if it completed a pack. */
async function insertCredit(): Promise<void> {
  await run(`insert into order_credits (order_id, pack_id, item_id, amount_minor)
    select order_id, product_id, id, 100 from order_items`)
  await run('update orders set credit_minor = 100')
}

/** Makes the order one of a pack, which counts a number of sales. */
const sellAsPack = ({ salesCount }: { salesCount: number }) =>
  run(`with pack as (
      insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
        image_key, is_pack, sales_count)
      select seller_id, name, description, price, false, category_id, subcategory_id, image_key, true, ${salesCount}
      from products
      returning id
    ) update order_items set pack_id = pack.id, pack_name = 'Cocina' from pack`)

/** Inserts a review of the order's item. */
const insertReview = () =>
  run(`insert into product_reviews (order_item_id, product_id, seller_id, stars, language)
    select id, product_id, seller_id, 4, 'es' from order_items`)

/** Changes the commission of the order in the ledger, which a trigger keeps from being changed. */
async function changeLedger(assignment: string): Promise<void> {
  await run('alter table ledger_entries disable trigger user')
  await run(`update ledger_entries set ${assignment} where kind = 'commission'`)
  await run('alter table ledger_entries enable trigger user')
}

/** Makes the statement of this month final, as if two months had passed. */
const closeMonths = () => closeCompleteMonths(shop.db, new Date(Date.now() + 60 * DAY_MS))

/** Changes the final statement, which a trigger keeps from being changed. */
async function changeStatement(assignment: string): Promise<void> {
  await run('alter table seller_statements disable trigger user')
  await run(`update seller_statements set ${assignment}`)
  await run('alter table seller_statements enable trigger user')
}

/** Changes what the final statement says, with the digest of that. */
async function forgeStatement(
  change: (sections: StatementSection[]) => StatementSection[],
): Promise<void> {
  await closeMonths()
  const [statement] = await shop.db.select().from(sellerStatements)
  const sections = change(statement!.sections)
  const digest = digestStatement({ ...statement!, sections })
  await changeStatement(`sections = '${JSON.stringify(sections)}', digest = '${digest}'`)
}

/** A time at which today is over. */
const IN_TWO_DAYS = new Date(Date.now() + 2 * DAY_MS)

/** For each rule, faults of which each must violate exactly this rule. */
const FAULTS: Record<InvariantName, Record<string, () => Promise<unknown>>> = {
  paid_without_grant: { 'a grant is lost': () => run('delete from download_grants') },
  grant_without_payment: {
    'a refunded order keeps its grant': refundOrder,
    'the payment of an approved order was refunded': () =>
      run("update payments set status = 'refunded'"),
  },
  free_order: {
    'an order with a price has nobody who receives it': () =>
      run("update orders set collector_id = ''"),
    'a free order lost its downloads': async () => {
      await insertFreeOrder()
      await run(
        'delete from download_grants where order_item_id = (select max(id) from order_items)',
      )
    },
    'a free order has a page to pay on': async () => {
      await insertFreeOrder()
      await run("update orders set preference_id = 'x' where total_minor = 0")
    },
  },
  payment_page: {
    'a refunded order has a page to pay on': async () => {
      await refundOrder()
      await closeGrants('refunded')
      await run("update orders set payment_url = 'https://pay.test'")
    },
  },
  payment_page_waiting: {
    'the product of an open order is paused': async () => {
      await insertOpenOrder()
      await run(
        "update products set state = 'paused', listed = false, updated_at = now() - interval '2 hours'",
      )
    },
    'the seller of an open order cannot refund': async () => {
      await insertOpenOrder()
      await run("update users set sales_closed_at = now() - interval '2 hours'")
    },
  },
  paid_with_closed_grant: {
    'a won chargeback leaves a grant closed': () => closeGrants('charged_back'),
    'a grant is closed as refunded without a refund of its item': () => closeGrants('refunded'),
    'a grant is suspended although its order is not on hold': () => closeGrants('suspended'),
    'a grant is closed for a withdrawal that has ended': async () => {
      await insertWithdrawal("null, 'declined', now()")
      await run('update withdrawals set item_ids = (select array_agg(id) from order_items)')
      await closeGrants('withdrawn')
    },
    'a grant is closed without a reason': () => run('update download_grants set closed_at = now()'),
  },
  paid_without_file: {
    'the file of a paid order was released': async () => {
      await run('update product_files set released_at = now()')
      await run('update seller_storage_usage set used_bytes = 0')
    },
  },
  item_edition: {
    'an item has the files of another product': async () => {
      await run(`insert into products (seller_id, name, description, price, is_price_dynamic, category_id,
        subcategory_id, image_key)
        select seller_id, name, description, price, false, category_id, subcategory_id, image_key from products`)
      await run(`with other as (insert into product_editions (product_id, number) select max(id), 1 from products
        returning id)
        insert into edition_files select other.id, e.slot_id, e.file_id, 0 from other, edition_files e`)
      await run('update order_items set edition_id = (select max(id) from product_editions)')
    },
    'the edition of an item has lost its files': async () => {
      await run('update products set edition_id = null, listed = false')
      await run('delete from edition_files')
    },
  },
  edition_on_sale: {
    'a hidden file is on sale': () => run('update product_slots set position = null'),
    'a file that is not published is on sale': () =>
      run('update product_files set published_at = null'),
    'a replaced file is on sale': () => run('update product_files set superseded_at = now()'),
    'another version is the newest one': () =>
      run('update product_slots set current_file_id = null'),
    'a file of the product is missing': () =>
      run(`insert into product_slots (product_id, position, current_file_id)
        select product_id, 1, current_file_id from product_slots`),
  },
  product_listed: {
    'a product whose seller is suspended is listed': () =>
      run('update users set suspended_at = now() where id in (select seller_id from products)'),
    'a paused product is listed': () => run("update products set state = 'paused'"),
    'a product for sale is not listed': () => run('update products set listed = false'),
  },
  pack_on_sale: {
    'a pack is for sale without parts': () =>
      run('update products set is_pack = true, listed = false'),
    'an order names a pack that is none': () => run('update order_items set pack_id = product_id'),
  },
  order_events: {
    'the delivery is missing in the history': () =>
      run("delete from order_events where kind = 'delivered'"),
    'the refund is missing in the history': async () => {
      await refundOrder()
      await closeGrants('refunded')
      await run("delete from order_events where kind = 'refunded'")
    },
    'the address was changed without an event': () =>
      run("update orders set payer_email = 'somebody@else.test'"),
  },
  paid_without_receipt: {
    'a receipt is lost together with its number': async () => {
      await run('delete from receipts')
      await run('delete from receipt_numbers')
    },
  },
  paid_without_conversion: {
    'a service of the seller did not get the order': async () => {
      await run(`insert into conversion_receivers (seller_id, kind, receiver_id, secret, saved_at)
        select seller_id, 'meta', '1', 'secret', now() - interval '1 hour' from orders`)
      await run('update orders set allows_conversions = true')
    },
  },
  paid_without_address: {
    'the address of the buyer of a paid order was erased': () =>
      run("update orders set payer_email = ''"),
  },
  closed_access: {
    'the downloads are closed without a reason': () =>
      run('update orders set access_closed_at = now()'),
    'the buyer was not told why the downloads are closed': () =>
      run(`with closed as (
          update orders set access_closed_at = now() - interval '2 hours', access_closed_reason = 'Motivo' returning id
        ) insert into order_events (order_id, kind) select id, 'access_closed' from closed`),
  },
  order_figures: {
    'the total differs from the items': () =>
      run('update orders set total_minor = total_minor + 1'),
    'the commission differs from the items': () =>
      run('update orders set fee_minor = fee_minor - 1'),
    'the discount does not lead from the list price to the price': () =>
      run('update order_items set list_price_minor = price_minor + 100'),
    'a discount was given without a list price': () =>
      run('update order_items set discount_minor = 100'),
    'the coupon took off more than the discounts': async () => {
      await insertCouponUse()
      await run('update orders set coupon_minor = coupon_minor + 1')
    },
    'an item of a paid order costs nothing': async () => {
      await run('alter table order_items disable trigger refuse_free_item')
      await run(`insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, currency, name,
          price_minor, fee_percent, fee_minor, seller_share_minor, sale_state, net_minor, provider_fee_minor)
        select order_id, product_id, edition_id, seller_id, sold_at, currency, name, 0, 0, 0, 0, sale_state, 0, 0
        from order_items`)
      await run(`insert into download_grants (order_item_id, expires_at)
        select max(id), now() + interval '1 day' from order_items`)
      await run('alter table order_items enable trigger refuse_free_item')
    },
  },
  order_commission: {
    'the percentage of the commission is another one': () =>
      run('update order_items set fee_percent = fee_percent + 5'),
    'the commission of a pack is less than its percentage': async () => {
      await sellAsPack({ salesCount: 1 })
      await run('update order_items set fee_percent = fee_percent + 5')
    },
  },
  order_collector: {
    'the order says another account than its payment': () =>
      run("update orders set collector_id = '1'"),
  },
  sale_lines: {
    'a sale is listed in another state': () => run("update order_items set sale_state = 'pending'"),
    'a sale is listed under another date': () =>
      run("update order_items set sold_at = sold_at - interval '1 day'"),
    'a sale is listed in another currency': () => run("update order_items set currency = 'USD'"),
  },
  coupon_orders: {
    'an order says a coupon of which no use was counted': () =>
      insertCouponUse().then(() => run('delete from coupon_uses')),
    'a use was counted of another coupon than the order says': async () => {
      await insertCouponUse()
      await run("update orders set coupon_code = 'OTRO'")
    },
    'a use was counted of the coupon of another seller': async () => {
      await insertCouponUse()
      await run("insert into users (email) values ('other@creators.test')")
      await run('update coupons set seller_id = (select max(id) from users)')
    },
    'the use of a paid order does not count': async () => {
      await insertCouponUse()
      await run('update coupon_uses set freed_at = now()')
    },
    'the use of a paid order counts as unpaid': async () => {
      await insertCouponUse()
      await run('update coupon_uses set paid_at = null')
    },
    'a coupon took nothing off its order': async () => {
      await insertCouponUse()
      await run('update orders set coupon_minor = 0')
    },
  },
  coupon_limits: {
    'a coupon has more uses than its cap': async () => {
      await insertCouponUse()
      await run('update coupons set cap = 0')
    },
    'one buyer has more uses of a coupon than its limit, which was set before': async () => {
      await insertCouponUse()
      await run("update coupons set per_buyer = 0, limits_changed_at = now() - interval '1 hour'")
    },
  },
  order_credits: {
    'an order completes a pack by more than its credits': async () => {
      await insertCredit()
      await run('update orders set credit_minor = 200')
    },
    'a refunded order keeps a credit': async () => {
      await refundOrder()
      await closeGrants('refunded')
      await insertCredit()
    },
    'an item was refunded although it gives a credit': async () => {
      await insertCredit()
      await run(`insert into refunds (id, order_id, payment_id, state, item_ids)
        select gen_random_uuid(), p.order_id, p.id, 'requested', array[i.id]
          from payments p join order_items i on i.order_id = p.order_id`)
    },
  },
  ledger_payments: {
    'a refund was not booked': () => run('update payments set refunded_minor = 1'),
    'a fee was not booked': () => run('update payments set provider_fee_minor = 1'),
    'a refund was booked at another time': async () => {
      await run(`insert into provider_refunds (id, payment_id, state, provider_created_at)
        select '1', id, 'done', now() from payments`)
      await changeLedger("refund_id = '1'")
    },
    'an entry names a refund that the provider never reported': () =>
      changeLedger("refund_id = '1'"),
    'a payment that brought no money was booked': () =>
      run("update payments set status = 'in_mediation', amount_minor = amount_minor + 1"),
  },
  ledger_entries: {
    'the commission counts in another month than its payment': () =>
      changeLedger("counts_at = counts_at + interval '40 days'"),
    'an entry is that of another seller': () => changeLedger('seller_id = seller_id + 1'),
  },
  ledger_sales: {
    'the sale shows a refund': () => run('update order_items set refunded_minor = 1'),
    'the sale shows another fee': () => run('update order_items set provider_fee_minor = 1'),
    'the sale shows another net amount': () => run('update order_items set net_minor = 1'),
  },
  statement_digest: {
    'the digest of a statement was changed': async () => {
      await closeMonths()
      await changeStatement("digest = md5('')")
    },
  },
  statement_entries: {
    'a statement says another fee, with a digest that fits': () =>
      forgeStatement(sections => sections.map(section => ({ ...section, providerFeeMinor: 1 }))),
    'a statement shows another amount as released, with a digest that fits': () =>
      forgeStatement(sections => sections.map(section => ({ ...section, releasedMinor: 1 }))),
    'a statement lost a currency, with a digest that fits': () => forgeStatement(() => []),
  },
  ledger_missing: {
    'a payment is not booked after an hour': () =>
      run("update payments set booked_at = null, updated_at = now() - interval '2 hours'"),
  },
  refund_waiting: {
    'the provider has not made a refund after a week': () =>
      run(`insert into refunds (id, order_id, payment_id, state, created_at)
        select gen_random_uuid(), order_id, id, 'sent', now() - interval '8 days' from payments`),
  },
  refund_payment: {
    'a refund names no payment that is known': () =>
      run("insert into refunds (id, payment_id, state) values (gen_random_uuid(), '1', 'refused')"),
    'a refund does not name the order of its payment': () =>
      run(`insert into refunds (id, payment_id, state)
        select gen_random_uuid(), id, 'refused' from payments`),
  },
  refund_part: {
    'more was refunded in parts than went back': () =>
      run(`insert into refunds (id, order_id, payment_id, state, amount_minor, refunded_before_minor)
        select gen_random_uuid(), order_id, id, 'done', 1, 0 from payments`),
    'the parts that were requested are more than the payment': () =>
      run(`insert into refunds (id, order_id, payment_id, state, amount_minor, refunded_before_minor)
        select gen_random_uuid(), order_id, id, 'sent', amount_minor + 1, 0 from payments`),
    'a refunded item can be downloaded': async () => {
      await run('update payments set refunded_minor = 1, booked_at = null')
      await run(`insert into refunds (id, order_id, payment_id, state, amount_minor,
          refunded_before_minor, item_ids)
        select gen_random_uuid(), p.order_id, p.id, 'done', 1, 0, array[i.id]
        from payments p join order_items i on i.order_id = p.order_id`)
    },
  },
  refund_reported: {
    'a refund is stored as refused although it was made': async () => {
      await run(`insert into refunds (id, order_id, payment_id, state, provider_refund_id)
        select gen_random_uuid(), order_id, id, 'refused', '1' from payments`)
      await run(`insert into provider_refunds (id, payment_id, state)
        select '1', id, 'done' from payments`)
    },
    'a refund is stored as done although it was rejected': async () => {
      await run(`insert into refunds (id, order_id, payment_id, state, provider_refund_id)
        select gen_random_uuid(), order_id, id, 'done', '1' from payments`)
      await run(`insert into provider_refunds (id, payment_id, state)
        select '1', id, 'rejected' from payments`)
    },
    'more was refunded than the payment says': () =>
      run(`insert into provider_refunds (id, payment_id, state, amount_minor)
        select '1', id, 'done', 1 from payments`),
  },
  unscanned_sale: {
    'a file waits although it was sold': () =>
      run("update product_files set scan_state = 'waiting'"),
    'a file was sold after it was refused': () =>
      run(
        "update product_files set scan_state = 'refused', scanned_at = now() - interval '1 hour'",
      ),
    'a sold file can be downloaded although it is infected': async () => {
      await run(`update product_files set scan_state = 'refused', scan_refusal = 'malware',
        scanned_at = now() - interval '2 hours'`)
      await run("update orders set created_at = now() - interval '3 hours'")
    },
  },
  surplus_kept: {
    'a second payment is not given back': () => insertSecondPayment(),
    'nothing says that a second payment must be given back': () => insertSecondPayment(false),
    'a surplus payment is kept although its order was refunded': async () => {
      await insertSecondPayment()
      await refundOrder()
      await closeGrants('refunded')
    },
    'the refund of a second payment is refused and not requested again': async () => {
      await insertSecondPayment()
      await run(`insert into refunds (id, order_id, payment_id, state, settled_at)
        select gen_random_uuid(), order_id, id, 'refused', now() - interval '3 days'
        from payments where refund_due`)
    },
  },
  rebuilt_order: {
    'a rebuilt order has not got its payment after an hour': async () => {
      await insertRebuilt("'1', now() - interval '2 hours'")
    },
    'the money of a rebuilt order went to an account that the seller never linked': async () => {
      await insertRebuilt('p.id, now()')
      await run("update payment_accounts set collector_id = '1'")
    },
    'a product of a rebuilt order belongs to somebody else': async () => {
      await insertRebuilt('p.id, now()')
      await run("insert into users (email) values ('other@people.test')")
      await run('update products set seller_id = (select max(id) from users)')
      // The storage of the product's files counts for its new seller.
      await run('update seller_storage_usage set user_id = (select max(id) from users)')
    },
  },
  commission_days: {
    'the sum of a day is too low': async () => {
      await sumCommissionOfDays(shop.db, IN_TWO_DAYS)
      await run('update commission_days set amount_minor = amount_minor - 1')
    },
    'the sums of a day have another kind': async () => {
      await sumCommissionOfDays(shop.db, IN_TWO_DAYS)
      await run("update commission_days set kind = 'commission_difference'")
    },
    'the sums of a day have another month': async () => {
      await sumCommissionOfDays(shop.db, IN_TWO_DAYS)
      await run("update commission_days set month = '2026-01'")
    },
    'a day without entries has a sum': async () => {
      await sumCommissionOfDays(shop.db, IN_TWO_DAYS)
      await run('update commission_days set day = day - 1')
    },
  },
  receipt_numbers: {
    'a number is skipped': () => run('update receipts set number = number + 1'),
    'the receipt of a refunded order is lost': async () => {
      await refundOrder()
      await closeGrants('refunded')
      await run('delete from receipts')
    },
    'the count of receipts is lost': () => run('delete from receipt_numbers'),
    'an order that was never paid has a receipt': async () => {
      await run(`insert into orders (id, seller_id, collector_id, payer_email, language, state, currency,
          total_minor, fee_minor, provider_key, expires_at)
        select gen_random_uuid(), seller_id, collector_id, payer_email, language, 'expired', currency,
          total_minor, fee_minor, gen_random_uuid(), expires_at from orders`)
      await run(`insert into receipts (order_id, seller_id, number)
        select id, seller_id, 2 from orders where approved_at is null`)
      await run('update receipt_numbers set latest = 2')
    },
  },
  withdrawal: {
    'a withdrawal is not followed any more': () => insertWithdrawal('null, null, null'),
    'the jobs of a withdrawal have stopped': () =>
      insertWithdrawal("now() - interval '2 hours', null, null"),
    'a withdrawal goes on although the money is back': () => insertLateWithdrawal('refund'),
    'a withdrawal goes on although its voucher is over': () => insertLateWithdrawal('cancel'),
    'a withdrawal goes on after the seller had to answer, although the money is back': async () => {
      await insertLateWithdrawal('answer')
      await run("update withdrawals set due_at = now() - interval '3 days'")
    },
    'a withdrawal goes on although its refund was requested on all days': async () => {
      await insertWithdrawal('now(), null, null')
      await run("update withdrawals set asked_at = now() - interval '60 days'")
      await run("update orders set approved_at = now() - interval '60 days'")
      await run('update order_items set sold_at = (select approved_at from orders)')
    },
    'a withdrawal ended as refunded although its order was not': () =>
      insertWithdrawal("null, 'refunded', now()"),
  },
  review_sums: {
    'the sum of a product is lost': () =>
      insertReview().then(() => run('update products set review_stars = 0')),
    'the number of reviews of a product is too high': () =>
      run('update products set review_count = 1'),
    'a hidden review counts': async () => {
      await insertReview()
      await run('alter table product_reviews disable trigger set_review_counts')
      await run('update product_reviews set hidden_at = now()')
      await run('alter table product_reviews enable trigger set_review_counts')
    },
  },
  hold_waiting: {
    'an order has been on hold for months': () =>
      run("update orders set held_at = now() - interval '90 days'"),
  },
  sales_count: {
    'the number of sales of a product is too high': () =>
      run('update products set sales_count = 999'),
    'a sale is missing in the number of a product': () =>
      run('update products set sales_count = 0'),
    'the sale of a pack is not counted': () => sellAsPack({ salesCount: 0 }),
    'a pack counts a refunded sale': () =>
      run(`insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
          image_key, is_pack, sales_count)
        select seller_id, name, description, price, false, category_id, subcategory_id, image_key, true, 1
        from products`),
  },
  storage_quota: {
    'the used storage is too low': () => run('update seller_storage_usage set used_bytes = 1'),
    'the used storage is lost': () => run('delete from seller_storage_usage'),
    'the bytes of an unfinished upload are not reserved': () => insertUpload('receiving'),
  },
  file_missing: {
    'a file is lost': async () => rm(await findFile()),
    'a file is cut short': async () => truncate(await findFile(), 3),
    'the file of a checked upload is lost': async () => {
      await insertUpload('ready')
      await run('update seller_storage_usage set used_bytes = used_bytes + 10')
    },
  },
  image_missing: {
    'a cover is lost': async () => {
      const images = join(storageFolder(), 'images')
      const [cover] = await readdir(images)
      await rm(join(images, cover!), { recursive: true })
    },
  },
  file_orphaned: {
    'a file has no row': () => writeOldFile(join(storageFolder(), 'files/1/nobody')),
  },
  image_orphaned: {
    'an image has no row': () => writeOldFile(join(storageFolder(), 'images/nobody')),
  },
  job_dead: {
    'a job was given up': () =>
      run(`insert into jobs (kind, payload, state, max_attempts, finished_at)
        values ('remove_file', '{}', 'dead', 1, now())`),
  },
  webhook_unread: {
    'an event was not processed': () =>
      run(`update webhook_events set processed_at = null, received_at = now() - interval '1 hour'
        where id = (select min(id) from webhook_events)`),
  },
}

describe('a marketplace with one paid order', () => {
  let restore: () => Promise<void>
  beforeAll(async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    await shop.waitForJobs()
    // No job mends a fault before it is found.
    await shop.app.worker.stop()
    expect(await check()).toEqual([])
    restore = await shop.saveState()
  })
  beforeEach(() => restore())

  const faults = INVARIANTS.flatMap(name =>
    Object.entries(FAULTS[name]).map(([fault, plant]) => ({ name, fault, plant })),
  )
  const finding = (name: InvariantName) => [{ name, count: 1, ids: [expect.stringMatching(/./)] }]

  test.each(faults)(
    'a marketplace with one paid order violates only $name if $fault, for each kind of check',
    async ({ name, plant }) => {
      await plant()

      expect(await check()).toEqual(finding(name))
      expect(await check(daysAgo(1))).toEqual(finding(name))
      // Rules over all orders examine only the changed ones, of which there are none.
      expect(await check(IN_TWO_DAYS)).toEqual(RESTRICTED_RULES.has(name) ? [] : finding(name))
    },
  )

  test('an order with a next reconciliation is examined, although it has not changed', async () => {
    await run('delete from download_grants')
    await run("update orders set next_check_at = now() + interval '1 hour'")

    expect(await check(IN_TWO_DAYS)).toEqual(finding('paid_without_grant'))
  })
})
