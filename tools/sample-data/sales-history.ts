import { insertFileOnSale } from '#tools/database/insert-file.ts'
import { randomUUID } from 'node:crypto'
import {
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  splitByShare,
  findCommissionTier,
  toMinor,
} from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { ShownOrderState } from '#contract/orders/orders.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import {
  categories,
  orderItems,
  orders,
  payments,
  products,
  subcategories,
  visitsDaily,
} from '#server/db/schema/index.ts'
import { computeNetAmount } from '#server/features/payments/net-amount.ts'

/** The outcomes of the generated orders, with the share of each in percent. */
const OUTCOMES = [
  { outcome: 'approved', share: 66, payment: 'approved', state: 'approved', shown: 'approved' },
  { outcome: 'partial', share: 9, payment: 'approved', state: 'approved', shown: 'approved' },
  { outcome: 'refunded', share: 9, payment: 'refunded', state: 'refunded', shown: 'refunded' },
  {
    outcome: 'charged_back',
    share: 5,
    payment: 'charged_back',
    state: 'charged_back',
    shown: 'charged_back',
  },
  { outcome: 'pending', share: 3, payment: 'pending', state: 'open', shown: 'pending' },
  { outcome: 'rejected', share: 3, payment: 'rejected', state: 'open', shown: 'rejected' },
  { outcome: 'review', share: 2, payment: 'approved', state: 'review', shown: 'review' },
  { outcome: 'left', share: 3, payment: null, state: 'expired', shown: null },
] as const

const ROWS_AT_ONCE = 1000

/** A generated sales line, which tests compare with the line that the API returns. */
export interface HistoryLine {
  orderId: string
  productId: number
  /** The state that the sales list shows; null if nobody tried to pay, because the list omits such orders. */
  state: ShownOrderState | null
  day: string
  priceMinor: number
  feeMinor: number
  sellerShareMinor: number
  providerFeeMinor: number | null
  refundedMinor: number
  netMinor: number | null
}

/** Creates a pseudo-random generator of numbers from 0 to 1. The same seed gives the same numbers. */
export function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Inserts products with one file each directly into the tables; returns the product ids. */
export async function insertProducts(
  db: Database,
  { sellerId, count }: { sellerId: number; count: number },
): Promise<number[]> {
  const [category] = await db.select().from(categories).limit(1)
  const [subcategory] = await db.select().from(subcategories).limit(1)
  const rows = await db
    .insert(products)
    .values(
      Array.from({ length: count }, (_, index) => ({
        sellerId,
        name: `Producto ${index + 1}`,
        description: 'Un producto del historial.',
        price: 1000 + index,
        isPriceDynamic: false,
        categoryId: category!.id,
        subcategoryId: subcategory!.id,
        imageKey: randomUUID(),
      })),
    )
    .returning({ id: products.id })
  const ids = rows.map(({ id }) => id)
  for (const productId of ids)
    await insertFileOnSale(db, {
      productId,
      storageKey: `${sellerId}/${randomUUID()}`,
      fileName: 'archivo.pdf',
      type: 'pdf',
      mime: 'application/pdf',
      sizeBytes: 1000,
      sha256: 'x',
    })
  return ids
}

/**
 * Inserts the sales history of a seller directly into the tables: orders of one to three items, spread over `days`
 * days, which are paid, pending, partly or fully refunded, charged back or abandoned.
 */
export async function insertSalesHistory(
  db: Database,
  history: {
    sellerId: number
    productIds: number[]
    orders: number
    days?: number
    seed?: number
  },
): Promise<HistoryLine[]> {
  const { sellerId, productIds, days = 400, seed = 7 } = history
  const roll = createSeededRandom(seed)
  const onSale = await db.select({ id: products.id, editionId: products.editionId }).from(products)
  const editionOf = new Map(onSale.map(({ id, editionId }) => [id, editionId!]))
  const historyLines: HistoryLine[] = []
  for (let done = 0; done < history.orders; done += ROWS_AT_ONCE) {
    const batch = Array.from({ length: Math.min(ROWS_AT_ONCE, history.orders - done) }, () =>
      makeOrder(roll, { sellerId, productIds, editionOf, days }),
    )
    await db.insert(orders).values(batch.map(({ order }) => order))
    for (let start = 0; start < batch.length; start += 500)
      await db
        .insert(orderItems)
        .values(batch.slice(start, start + 500).flatMap(({ items }) => items))
    await db.insert(payments).values(batch.flatMap(({ payment }) => payment ?? []))
    historyLines.push(...batch.flatMap(({ lines }) => lines))
  }
  return historyLines
}

function makeOrder(
  roll: () => number,
  {
    sellerId,
    productIds,
    editionOf,
    days,
  }: { sellerId: number; productIds: number[]; editionOf: Map<number, number>; days: number },
) {
  const ending = pickOutcome(roll)
  const id = randomUUID()
  const paymentId = String(Math.floor(roll() * 9e15))
  const createdAt = new Date(Date.now() - Math.floor(roll() * days * DAY_MS))
  const isBought =
    ending.state !== 'open' && ending.state !== 'expired' && ending.state !== 'review'
  const approvedAt = isBought
    ? new Date(createdAt.getTime() + Math.floor(roll() * 9_000_000))
    : null
  const soldAt = approvedAt ?? createdAt
  const chosen = [
    ...new Set(Array.from({ length: 1 + Math.floor(roll() * 3) }, () => pickOne(roll, productIds))),
  ]
  const prices = chosen.map(() => 1 + Math.floor(roll() * 60_000))
  const priceMinors = prices.map(toMinor)
  const totalMinor = sum(priceMinors)
  const reported = isBought && roll() > 0.05 ? Math.round(totalMinor * 0.0629) : null
  const fees = reported === null ? undefined : splitByShare(reported, priceMinors, 'ARS')
  const back = {
    partial: Math.floor(totalMinor * roll() * 0.9),
    refunded: totalMinor,
    charged_back: totalMinor,
  }
  const refunded = ending.outcome in back ? back[ending.outcome as keyof typeof back] : 0
  const refunds = splitByShare(refunded, priceMinors, 'ARS')
  const items = chosen.map((productId, index) => {
    const price = prices[index]!
    const priceMinor = priceMinors[index]!
    const feeMinor = calculateCommission(price, DEFAULT_COMMISSION_TIERS, 'ARS')
    const settled = {
      currency: 'ARS' as const,
      priceMinor,
      sellerShareMinor: priceMinor - feeMinor,
      providerFeeMinor: fees?.[index] ?? null,
      refundedMinor: refunds[index]!,
    }
    return {
      orderId: id,
      productId,
      editionId: editionOf.get(productId)!,
      sellerId,
      soldAt,
      saleState: ending.shown,
      name: `Producto ${productId}`,
      feePercent: findCommissionTier(price, DEFAULT_COMMISSION_TIERS).percent,
      feeMinor,
      ...settled,
      netMinor: computeNetAmount(settled),
    }
  })
  return {
    order: {
      id,
      sellerId,
      collectorId: '1',
      payerEmail: `comprador${Math.floor(roll() * 500)}@correo.test`,
      language: 'es' as const,
      state: ending.state,
      currency: 'ARS' as const,
      totalMinor,
      feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
      providerKey: randomUUID(),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 3 * DAY_MS),
      approvedAt,
      approvedPaymentId: isBought ? paymentId : null,
    },
    items,
    payment: ending.payment && {
      id: paymentId,
      orderId: id,
      status: ending.payment,
      amountMinor: totalMinor,
      currency: 'ARS' as const,
      collectorId: '1',
      refundedMinor: refunded,
      providerFeeMinor: reported,
      providerCreatedAt: createdAt,
    },
    lines: items.map(({ orderId, productId, saleState, ...item }): HistoryLine => ({
      orderId,
      productId,
      state: saleState,
      day: toLocalDay(soldAt),
      priceMinor: item.priceMinor,
      feeMinor: item.feeMinor,
      sellerShareMinor: item.sellerShareMinor,
      providerFeeMinor: item.providerFeeMinor,
      refundedMinor: item.refundedMinor,
      netMinor: item.netMinor,
    })),
  }
}

/** Inserts views of each product for each of the last `days` days directly into the table. */
export async function insertProductViews(
  db: Database,
  { sellerId, days }: { sellerId: number; days: number },
): Promise<void> {
  await db.$client.query(
    `insert into visits_daily (product_id, seller_id, day, source, medium, campaign, views)
     select p.id, p.seller_id, current_date - d, '', '', '', 1 + (p.id + d) % 7
     from products p, generate_series(0, $2::int - 1) d where p.seller_id = $1`,
    [sellerId, days],
  )
}

/** Counts all views of a seller's products. */
export async function countViews(db: Database, sellerId: number): Promise<number> {
  const rows = await db
    .select({ count: visitsDaily.views, sellerId: visitsDaily.sellerId })
    .from(visitsDaily)
  return sum(rows.filter(row => row.sellerId === sellerId).map(({ count }) => count))
}

function pickOutcome(roll: () => number) {
  let rest = roll() * 100
  for (const ending of OUTCOMES) {
    rest -= ending.share
    if (rest < 0) return ending
  }
  return OUTCOMES[0]
}

const pickOne = (roll: () => number, ids: number[]): number => ids[Math.floor(roll() * ids.length)]!
