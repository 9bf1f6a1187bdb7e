import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import { sum } from '#contract/core/sum.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'
import type { Database } from '#server/db/client.ts'
import type { PaymentStatus } from '#server/db/payment-statuses.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { orderItems, orders, payments, products, providerRefunds } from '#server/db/schema/index.ts'
import { findOrderItems } from '#server/features/orders/queries.ts'
import { bookPayments } from '#server/features/payments/ledger/book-payments.ts'
import { closeCompleteMonths } from '#server/features/sales/statements/close-months.ts'
import { saveSettlement } from '#server/features/payments/settlement.ts'

/** A line item of a sale, in minor units of the sale's currency. */
export interface SoldItem {
  priceMinor: number
  feeMinor: number
  discountMinor?: number
}

/** What the provider reports about a payment. */
export interface PaymentNews {
  at: Date
  status?: PaymentStatus
  refundedMinor?: number
  /** The refunds, by their times, that the provider lists; none if it reports only their sum. */
  refunds?: readonly { amountMinor: number; madeAt: Date }[]
  providerFeeMinor?: number | null
  applicationFeeMinor?: number
  moneyReleaseAt?: Date
}

export interface ReportedSale {
  orderId: string
  paymentId: string
  totalMinor: number
}

const SALE_STATES: Partial<Record<PaymentStatus, 'approved' | 'refunded' | 'charged_back'>> = {
  approved: 'approved',
  in_mediation: 'approved',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/**
 * Inserts a sale of the past as the checkout and the approval of its payment leave it, and books the payment.
 * @param sale.approvedAt null for an order that is in review: its payment is not on its terms
 */
export async function insertReportedSale(
  db: Database,
  sale: {
    sellerId: number
    productId: number
    currency: Currency
    items: readonly SoldItem[]
    approvedAt: Date | null
    news: PaymentNews
  },
): Promise<ReportedSale> {
  const { sellerId, productId, currency, items, approvedAt, news } = sale
  const orderId = randomUUID()
  const paymentId = String(Math.floor(Math.random() * 9e15))
  const totalMinor = sum(items.map(({ priceMinor }) => priceMinor))
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  const soldAt = approvedAt ?? news.at
  await runTransaction(db, async tx => {
    await tx.insert(orders).values({
      id: orderId,
      sellerId,
      collectorId: '1',
      payerEmail: 'compra@correo.test',
      language: 'es',
      state: approvedAt ? 'approved' : 'review',
      currency,
      totalMinor,
      feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
      providerKey: randomUUID(),
      createdAt: soldAt,
      expiresAt: new Date(soldAt.getTime() + 3 * DAY_MS),
      approvedAt,
      approvedPaymentId: approvedAt ? paymentId : null,
    })
    await tx.insert(orderItems).values(
      items.map(({ discountMinor = 0, ...item }) => ({
        ...item,
        orderId,
        productId,
        editionId: product!.editionId!,
        sellerId,
        soldAt,
        saleState: approvedAt ? ('approved' as const) : ('review' as const),
        currency,
        name: product!.name,
        listPriceMinor: discountMinor > 0 ? item.priceMinor + discountMinor : null,
        discountMinor,
        feePercent: Math.round((item.feeMinor / item.priceMinor) * 100),
        sellerShareMinor: item.priceMinor - item.feeMinor,
      })),
    )
    await tx.insert(payments).values({
      id: paymentId,
      orderId,
      status: 'approved',
      amountMinor: totalMinor,
      currency,
      collectorId: '1',
      problem: approvedAt ? null : 'another_amount',
    })
  })
  await reportPayment(db, { orderId, paymentId, totalMinor }, news)
  return { orderId, paymentId, totalMinor }
}

/** Makes the complete months of all sellers final, with all entries that are in the ledger now. */
export const closeMonths = (db: Database): Promise<number> =>
  closeCompleteMonths(db, new Date(Date.now() + HOUR_MS))

/** Inserts another payment of an order, which pays nothing since the order is paid already, and books it. */
export async function insertSecondPayment(
  db: Database,
  { orderId }: ReportedSale,
  news: PaymentNews,
): Promise<ReportedSale> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const { totalMinor, currency, collectorId } = order!
  const paymentId = String(Math.floor(Math.random() * 9e15))
  await db.insert(payments).values({
    id: paymentId,
    orderId,
    status: 'approved',
    amountMinor: totalMinor,
    currency,
    collectorId,
  })
  const second = { orderId, paymentId, totalMinor }
  await reportPayment(db, second, news)
  return second
}

/** Stores what the provider reports about a payment, settles the items of the order that it paid, and books it. */
export async function reportPayment(
  db: Database,
  { orderId, paymentId }: ReportedSale,
  { at, refunds = [], ...news }: PaymentNews,
): Promise<void> {
  await runTransaction(db, async tx => {
    const updatedAt = new Date()
    for (const { amountMinor, madeAt } of refunds)
      await tx.insert(providerRefunds).values({
        id: randomUUID(),
        paymentId,
        amountMinor,
        state: 'done',
        providerCreatedAt: madeAt,
      })
    const [payment] = await tx
      .update(payments)
      .set({ ...news, providerUpdatedAt: at, updatedAt, bookedAt: updatedAt })
      .where(eq(payments.id, paymentId))
      .returning()
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
    if (order!.approvedPaymentId === paymentId) {
      const state = SALE_STATES[payment!.status as PaymentStatus]!
      await tx.update(orders).set({ state }).where(eq(orders.id, orderId))
      await tx
        .update(orderItems)
        .set({ saleState: state satisfies ShownOrderState })
        .where(eq(orderItems.orderId, orderId))
      await saveSettlement(tx, order!, await findOrderItems(tx, orderId), payment!)
    }
    await bookPayments(tx, [paymentId])
  })
}
