import { asc, eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { deliverOrder } from '#contract/admin/orders.ts'
import { toLocalMonth } from '#contract/sales/months.ts'
import {
  ledgerEntries,
  orderItems,
  orders,
  paymentAccounts,
  payments,
  providerRefunds,
} from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { reconcileAccountJob } from '#server/features/reconciliation/reconcile-account.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { insertReportedSale } from '#tools/sample-data/reported-sales.ts'
import { insertProducts, insertSalesHistory } from '#tools/sample-data/sales-history.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { bookPayments, bookUnbookedPayments } from './book-payments.ts'

const shop = useTestApp()

/** Reads the entries of a payment, oldest first, as `kind from>to amount`. */
async function readEntries(paymentId: string): Promise<string[]> {
  const rows = await shop.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, paymentId))
    .orderBy(asc(ledgerEntries.number))
  return rows.map(
    ({ kind, fromAccount, toAccount, amountMinor }) =>
      `${kind} ${fromAccount}>${toAccount} ${amountMinor}`,
  )
}

/** Sums what an account of a payment has received, minus what it has paid. */
async function readBalance(paymentId: string, account: string): Promise<number> {
  const [row] = await shop.db
    .select({
      minor: sql<number>`coalesce(sum(case
        when ${ledgerEntries.toAccount} = ${account} then ${ledgerEntries.amountMinor}
        else -${ledgerEntries.amountMinor} end), 0)::float8`,
    })
    .from(ledgerEntries)
    .where(
      sql`${ledgerEntries.paymentId} = ${paymentId}
        and ${account} in (${ledgerEntries.fromAccount}, ${ledgerEntries.toAccount})`,
    )
  return row!.minor
}

async function createPaidOrder(options: { applicationFee?: number } = {}) {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
    ...options,
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, paymentId }
}

const SALE = [
  'payment buyer>seller 890000',
  'commission seller>marketplace 178000',
  'provider_fee seller>provider 55981',
]

describe('an order that is paid', () => {
  test('a paid order is in the ledger once, however often the payment is reported', async () => {
    const { paymentId, orderId } = await createPaidOrder()

    await shop.provider.sendWebhook({ paymentId, copies: 10 })
    await shop.waitForJobs()

    expect(await readEntries(paymentId)).toEqual(SALE)
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
    expect(await readBalance(paymentId, 'seller')).toBe(item!.netMinor)
  })

  test('a paid order is followed in the ledger by the entries of its refund', async () => {
    const { paymentId, token } = await createPaidOrder()

    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')

    expect(await readEntries(paymentId)).toEqual([
      ...SALE,
      'provider_fee_returned provider>seller 55981',
      'refund seller>buyer 890000',
      'commission_returned marketplace>seller 178000',
    ])
    expect(await readBalance(paymentId, 'seller')).toBe(0)
  })

  test.each(['approved', 'charged_back'] as const)(
    'a paid order is followed in the ledger by the entries of a chargeback that the seller won, reported as %s',
    async as => {
      const { paymentId, token } = await createPaidOrder()

      await shop.provider.changePayment(paymentId, 'chargeback')
      await shop.waitForOrderState(token, 'charged_back')
      await shop.provider.changePayment(paymentId, 'reimburse', { as })
      await shop.waitForOrderState(token, 'approved')

      expect(await readEntries(paymentId)).toEqual([
        ...SALE,
        'chargeback seller>buyer 890000',
        'commission_returned marketplace>seller 178000',
        'chargeback_reversed buyer>seller 890000',
        'commission_returned seller>marketplace 178000',
      ])
    },
  )

  test('a payment without the commission is in the ledger with the missing commission', async () => {
    const { paymentId } = await createPaidOrder({ applicationFee: 0 })

    expect(await readEntries(paymentId)).toContain(
      'commission_difference marketplace>seller 178000',
    )
    expect(await readBalance(paymentId, 'marketplace')).toBe(0)
  })
})

test('two refunds whose notices were lost are two entries with their own times after one reconciliation', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price: 8900 })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 1000 })
  // The provider counts milliseconds, so the second refund has another time once this one is over.
  const first = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(first)
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })

  for (const { id } of await shop.db.select().from(paymentAccounts))
    await enqueue(shop.db, reconcileAccountJob, { accountId: id })
  await expectCleanInvariants(shop)

  const reported = await shop.db
    .select()
    .from(providerRefunds)
    .orderBy(asc(providerRefunds.providerCreatedAt))
  const times = reported.map(({ providerCreatedAt }) => providerCreatedAt!.getTime())
  expect(times[0]).toBeLessThan(times[1]!)
  for (const [kind, amounts] of [
    ['refund', [100_000, 50_000]],
    ['commission_returned', [20_000, 10_000]],
  ] as const) {
    const entries = await shop.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.kind, kind))
      .orderBy(asc(ledgerEntries.number))
    expect(entries.map(({ amountMinor }) => amountMinor)).toEqual(amounts)
    expect(entries.map(({ occurredAt }) => occurredAt.getTime())).toEqual(times)
    expect(entries.map(({ countsAt }) => countsAt.getTime())).toEqual(times)
    expect(entries.map(({ refundId }) => refundId)).toEqual(reported.map(({ id }) => id))
  }
  const month = toLocalMonth(new Date(times[0]!))
  const csv = await seller.request(`/api/sales/statements/${month}/statement.csv`)
  const text = await csv.text()
  expect(text).toContain(',Devolución,ARS,-1000.00')
  expect(text).toContain(',Devolución,ARS,-500.00')
})

test('a second payment and its refund are entries of their own', async () => {
  const { preferenceId, paymentId } = await createPaidOrder()

  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })

  await expect.poll(() => readEntries(second)).toContain('refund seller>buyer 890000')
  expect(await readEntries(paymentId)).toEqual(SALE)
  for (const account of ['buyer', 'seller', 'marketplace', 'provider'])
    expect(await readBalance(second, account), account).toBe(0)
})

test('the sale shows the figures of the second payment, if the first one went back', async () => {
  const { preferenceId, paymentId, orderId } = await createPaidOrder()
  await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect.poll(() => readEntries(second)).toEqual(SALE)
  await shop.waitForJobs()
  await shop.db
    .update(orderItems)
    .set({ providerFeeMinor: 1, netMinor: 711_999 })
    .where(eq(orderItems.orderId, orderId))

  await shop.provider.changePayment(paymentId, 'refund')

  const readOrder = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]!
  await expect.poll(async () => (await readOrder()).approvedPaymentId).toBe(second)
  const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  expect(item).toMatchObject({ providerFeeMinor: 55_981, refundedMinor: 0 })
  expect(item!.netMinor).toBe(await readBalance(second, 'seller'))
})

test('a payment of another amount is booked as it came in, and on the terms of its order once an admin accepts it', async () => {
  const { orderId, preferenceId, token } = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId,
    outcome: 'approved',
    amount: 5000,
    applicationFee: 1000,
  })
  // A smaller payment first waits half an hour for another one that adds the rest.
  await expect.poll(() => shop.db.$count(payments)).toBe(1)
  await shop.db.update(payments).set({ createdAt: new Date(Date.now() - 31 * 60_000) })
  await shop.waitForOrderState(token, 'review')
  expect(await readEntries(paymentId)).toEqual([
    'payment buyer>seller 500000',
    'commission seller>marketplace 100000',
    'provider_fee seller>provider 31450',
  ])
  const admin = await createAdmin(shop)

  const accepted = await admin.call(deliverOrder, {
    params: { orderId },
    body: { reason: 'Lo hablamos con la persona que compró' },
  })

  expect(accepted).toMatchObject({ status: 202 })

  expect((await readEntries(paymentId)).slice(3)).toEqual([
    'commission seller>marketplace 78000',
    'commission_difference marketplace>seller 78000',
  ])
})

describe('the table of the ledger', () => {
  test('the table of the ledger refuses to change and to delete entries, and amounts that balance nothing', async () => {
    const { paymentId } = await createPaidOrder()
    const run = (text: string) => shop.db.$client.query(text)

    await expect(run('update ledger_entries set amount_minor = 1')).rejects.toThrow('never changed')
    await expect(run('delete from ledger_entries')).rejects.toThrow('never changed')
    const insert = (number: number, from: string, to: string, amount: number) =>
      run(
        `insert into ledger_entries (payment_id, number, kind, from_account, to_account, amount_minor, currency,
          occurred_at,
           seller_id, counts_at)
         select '${paymentId}', ${number}, 'refund', '${from}', '${to}', ${amount}, 'ARS', now(), min(seller_id), now()
         from orders`,
      )
    await expect(insert(9, 'seller', 'seller', 1)).rejects.toThrow('ledger_entries_accounts')
    await expect(insert(9, 'seller', 'buyer', 0)).rejects.toThrow('ledger_entries_amount')
    await expect(insert(9, 'seller', 'buyer', -1)).rejects.toThrow('ledger_entries_amount')
    await expect(insert(1, 'seller', 'buyer', 1)).rejects.toThrow('ledger_entries_payment')
    expect(await readEntries(paymentId)).toEqual(SALE)
  })
})

describe('payments that are not in the ledger', () => {
  test('payments that are not in the ledger are booked in batches and agree with the sales, and a second run adds nothing', async () => {
    const seller = await shop.creator()
    const sellerId = expectOk(await seller.call(getUser, {})).id
    const productIds = await insertProducts(shop.db, { sellerId, count: 5 })
    await insertSalesHistory(shop.db, { sellerId, productIds, orders: 1200 })

    // The worker books batches too, and a batch that it has locked is skipped here.
    await vi.waitFor(async () => {
      await bookUnbookedPayments(shop.db)
      expect(await shop.db.$count(payments, isNull(payments.bookedAt))).toBe(0)
    }, 15_000)

    expect(await bookUnbookedPayments(shop.db)).toBe(0)
    const entries = await shop.db.$count(ledgerEntries)
    await runTransaction(shop.db, async tx => {
      const rows = await tx.select({ id: payments.id }).from(payments)
      await bookPayments(
        tx,
        rows.map(({ id }) => id),
      )
    })
    expect(await shop.db.$count(ledgerEntries)).toBe(entries)
    const { rows } = await shop.db.execute(sql`
      select count(*)::int as orders,
        count(*) filter (where net <> received)::int as differences
      from (
        select o.id, (select sum(net_minor) from order_items where order_id = o.id) as net,
          sum(case when e.to_account = 'seller' then e.amount_minor else 0 end) -
            sum(case when e.from_account = 'seller' then e.amount_minor else 0 end) as received
        from orders o join ledger_entries e on e.payment_id = o.approved_payment_id
        group by o.id
      ) sums where net is not null`)
    expect(rows).toMatchObject([{ differences: 0 }])
    expect(rows[0]!['orders']).toBeGreaterThan(900)
  })

  test('payments that are not in the ledger are booked at the time of the sale', async () => {
    const { paymentId, orderId } = await createPaidOrder()
    const approvedAt = new Date('2026-03-05T12:00:00Z')
    await shop.db.update(orders).set({ approvedAt }).where(eq(orders.id, orderId))
    await shop.db.execute(sql`truncate ledger_entries`)
    await shop.db
      .update(payments)
      .set({ bookedAt: null, status: 'refunded', refundedMinor: 890_000 })
      .where(eq(payments.id, paymentId))

    await bookUnbookedPayments(shop.db)

    const rows = await shop.db.select().from(ledgerEntries)
    const times = new Map(rows.map(({ kind, occurredAt }) => [kind, occurredAt.getTime()]))
    expect(times.get('commission')).toBe(approvedAt.getTime())
    expect(times.get('refund')).toBeGreaterThan(approvedAt.getTime())
    expect(times.get('commission_returned')).toBe(times.get('refund'))
  })

  test('a payment that is first reported after its refund is booked no later than the refund', async () => {
    const sellerId = expectOk(await (await shop.seller()).call(getUser, {})).id
    const [productId] = await insertProducts(shop.db, { sellerId, count: 1 })
    const refundedAt = new Date('2026-05-31T12:00:00Z')

    await insertReportedSale(shop.db, {
      sellerId,
      productId: productId!,
      currency: 'ARS',
      items: [{ priceMinor: 100_000, feeMinor: 20_000 }],
      approvedAt: null,
      news: {
        at: new Date('2026-06-02T12:00:00Z'),
        refundedMinor: 30_000,
        refunds: [{ amountMinor: 30_000, madeAt: refundedAt }],
      },
    })

    const rows = await shop.db.select().from(ledgerEntries)
    expect(rows.map(({ kind }) => kind)).toContain('payment')
    for (const { kind, occurredAt } of rows) expect(occurredAt, kind).toEqual(refundedAt)
  })
})
