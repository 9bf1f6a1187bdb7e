import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { createPreference } from '#contract/orders.ts'
import type { Database } from '#server/db/client.ts'
import {
  grants,
  notifications,
  orderEvents,
  orderItems,
  orders,
  webhookEvents,
  payments,
} from '#server/db/schema/index.ts'
import { signWebhook } from '#simulators/mercadopago/webhooks/signature.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/** A sale of the past. `offer` is what the buyer chose to pay, in whole units. */
interface PastSale {
  hoursAgo: number
  products: { name: string; offer?: number }[]
  buyer: string
  outcome: 'approved' | 'refunded' | 'pending_cash' | 'rejected'
}

const DAY = 24
const approved = (
  hoursAgo: number,
  buyer: string,
  ...products: PastSale['products']
): PastSale => ({ hoursAgo, products, buyer: `${buyer}@correo.test`, outcome: 'approved' })

/** Oldest first, as they would have come in. */
const SALES: PastSale[] = [
  approved(29 * DAY, 'ana', { name: 'Recetas de mi abuela' }),
  approved(26 * DAY + 5, 'bruno', { name: 'Loops andinos' }),
  approved(24 * DAY + 2, 'carla', { name: 'Excel sin miedo' }),
  approved(21 * DAY + 8, 'diego', { name: 'Plantillas de marca' }),
  approved(
    19 * DAY + 1,
    'elena',
    { name: 'Recetas de mi abuela' },
    { name: 'Pan casero sin amasar' },
  ),
  { ...approved(17 * DAY, 'fabian', { name: 'Tipografía Cordel' }), outcome: 'refunded' },
  approved(14 * DAY + 6, 'gaby', { name: 'Presupuesto familiar', offer: 4000 }),
  approved(11 * DAY + 3, 'hugo', { name: 'Recetas de mi abuela' }),
  approved(9 * DAY + 7, 'ines', { name: 'Charango: 40 acordes esenciales' }),
  approved(6 * DAY + 4, 'joaquin', { name: 'Curso completo de tablas dinámicas' }),
  approved(4 * DAY + 9, 'karina', { name: 'Loops andinos' }),
  approved(2 * DAY + 2, 'leandro', { name: 'Empanadas de las 24 provincias' }),
  { ...approved(DAY, 'mica', { name: 'Guía del freelancer' }), outcome: 'rejected' },
  {
    ...approved(5, 'nico', { name: 'Menú semanal para imprimir', offer: 2000 }),
    outcome: 'pending_cash',
  },
]

/** The order's state once the shop has heard of its payment. */
const FINAL_ORDER_STATES = {
  approved: 'approved',
  refunded: 'refunded',
  pending_cash: 'open',
  rejected: 'open',
} as const

/** What the sales are made with. */
export interface SalesContext {
  db: Database
  buyer: ApiClient
  provider: MercadoPagoControl
  /** The secret the provider signs its notices with. */
  webhookSecret: string
  productIds: Map<string, number>
}

interface CreatedSale extends PastSale {
  orderId: string
  paymentId: string
}

/**
 * Makes the sales at the simulated provider, tells the shop of each as the provider would, and once all are
 * settled moves them to their day. Returns how many.
 */
export async function createPastSales(till: SalesContext): Promise<number> {
  const made: CreatedSale[] = []
  for (const sale of SALES) made.push(await createSale(till, sale))
  await waitForOrderStates(till, made, ({ outcome }) =>
    outcome === 'refunded' ? 'approved' : FINAL_ORDER_STATES[outcome],
  )

  for (const { outcome, paymentId } of made)
    if (outcome === 'refunded') {
      await till.provider.changePayment(paymentId, 'refund')
      await sendWebhookEvent(till, paymentId)
    }
  await waitForOrderStates(till, made, ({ outcome }) => FINAL_ORDER_STATES[outcome])
  for (const sale of made) await backdateSale(till.db, sale)
  return made.length
}

async function createSale(till: SalesContext, sale: PastSale): Promise<CreatedSale> {
  const { db, buyer, provider, productIds } = till
  const cart = sale.products.map(({ name, offer }) => ({
    id: productIds.get(name)!,
    ...(offer !== undefined && { dynamicPrice: offer }),
  }))
  const { init_point: paymentUrl } = expectOk(
    await buyer.call(createPreference, { body: { products: cart, payerEmail: sale.buyer } }),
  )
  const [order] = await db
    .select({ orderId: orders.id, preferenceId: orders.preferenceId })
    .from(orders)
    .where(eq(orders.paymentUrl, paymentUrl))
  const paymentId = await provider.pay({
    preferenceId: order!.preferenceId!,
    outcome: sale.outcome === 'refunded' ? 'approved' : sale.outcome,
  })
  await sendWebhookEvent(till, paymentId)
  return { ...sale, orderId: order!.orderId, paymentId }
}

/** The provider's own notices go to the shop's public address, where nobody listens before it is open. */
async function sendWebhookEvent(
  { buyer, provider, webhookSecret }: SalesContext,
  id: string,
): Promise<void> {
  const { payments: known } = await provider.readLedger()
  const payment = known.find(candidate => String(candidate.id) === id) as
    | { collector_id?: number }
    | undefined
  const requestId = randomUUID()
  const ts = Math.floor(Date.now() / 1000)
  const answer = await buyer.request(`/api/public/mercadopago/webhook?data.id=${id}&type=payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': signWebhook(webhookSecret, { dataId: id, requestId, ts }),
    },
    body: JSON.stringify({
      type: 'payment',
      action: 'payment.updated',
      user_id: payment?.collector_id,
      data: { id },
    }),
  })
  if (!answer.ok) throw new Error(`notice refused: ${answer.status}`)
}

const TIMEOUT_MS = 30_000

/** Waits until each order is in its state and each payment is known. */
async function waitForOrderStates(
  { db }: SalesContext,
  sales: CreatedSale[],
  stateOf: (sale: CreatedSale) => string,
): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const rows = await db
      .select({ orderId: payments.orderId, state: orders.state })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
    const states = new Map(rows.map(({ orderId, state }) => [orderId, state]))
    if (sales.every(sale => states.get(sale.orderId) === stateOf(sale))) return
    if (Date.now() > end) throw new Error('the sales of the demo did not settle')
    await pause(100)
  }
}

async function backdateSale(
  db: Database,
  { orderId, paymentId, hoursAgo }: CreatedSale,
): Promise<void> {
  const back = sql`${hoursAgo} * interval '1 hour'`
  await db.transaction(async tx => {
    await tx
      .update(orders)
      .set({
        createdAt: sql`${orders.createdAt} - ${back}`,
        expiresAt: sql`${orders.expiresAt} - ${back}`,
        approvedAt: sql`${orders.approvedAt} - ${back}`,
      })
      .where(eq(orders.id, orderId))
    await tx
      .update(orderItems)
      .set({ soldAt: sql`${orderItems.soldAt} - ${back}` })
      .where(eq(orderItems.orderId, orderId))
    await tx
      .update(notifications)
      .set({ createdAt: sql`${notifications.createdAt} - ${back}` })
      .where(sql`${notifications.detail} ->> 'orderId' = ${orderId}`)
    // The deadline stays the provider's: another one would read as news.
    await tx
      .update(payments)
      .set({
        createdAt: sql`${payments.createdAt} - ${back}`,
        updatedAt: sql`${payments.updatedAt} - ${back}`,
        providerCreatedAt: sql`${payments.providerCreatedAt} - ${back}`,
        providerUpdatedAt: sql`${payments.providerUpdatedAt} - ${back}`,
      })
      .where(eq(payments.id, paymentId))
    await tx
      .update(orderEvents)
      .set({ at: sql`${orderEvents.at} - ${back}` })
      .where(eq(orderEvents.orderId, orderId))
    await tx
      .update(webhookEvents)
      .set({ receivedAt: sql`${webhookEvents.receivedAt} - ${back}` })
      .where(eq(webhookEvents.dataId, paymentId))
    await tx
      .update(grants)
      .set({
        grantedAt: sql`${grants.grantedAt} - ${back}`,
        expiresAt: sql`${grants.expiresAt} - ${back}`,
        closedAt: sql`${grants.closedAt} - ${back}`,
      })
      .where(
        sql`${grants.orderItemId} in (select ${orderItems.id} from ${orderItems} where ${orderItems.orderId} = ${orderId})`,
      )
  })
}
