import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { createPreference } from '#contract/orders/orders.ts'
import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  downloadGrants,
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

/** A past sale. `offer` is the price that the buyer chose, in whole units of the currency. */
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

/** The past sales of the demo, oldest first. */
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

/** The final state of an order for each outcome of its payment. */
const FINAL_ORDER_STATES = {
  approved: 'approved',
  refunded: 'refunded',
  pending_cash: 'open',
  rejected: 'open',
} as const

/** What the creation of past sales needs from the seeder. */
export interface SalesContext {
  db: Database
  buyer: ApiClient
  provider: MercadoPagoControl
  /** The secret that signs the webhooks. */
  webhookSecret: string
  productIds: Map<string, number>
}

interface CreatedSale extends PastSale {
  orderId: string
  paymentId: string
}

/**
 * Pays the orders at the simulated provider, sends the server a webhook for each payment, waits until all orders have
 * their final state and then moves them to their past dates. Returns the number of sales.
 */
export async function createPastSales(context: SalesContext): Promise<number> {
  const createdSales: CreatedSale[] = []
  for (const sale of SALES) createdSales.push(await createSale(context, sale))
  await waitForOrderStates(context, createdSales, ({ outcome }) =>
    outcome === 'refunded' ? 'approved' : FINAL_ORDER_STATES[outcome],
  )

  for (const { outcome, paymentId } of createdSales)
    if (outcome === 'refunded') {
      await context.provider.changePayment(paymentId, 'refund')
      await sendWebhookEvent(context, paymentId)
    }
  await waitForOrderStates(context, createdSales, ({ outcome }) => FINAL_ORDER_STATES[outcome])
  for (const sale of createdSales) await backdateSale(context.db, sale)
  return createdSales.length
}

async function createSale(context: SalesContext, sale: PastSale): Promise<CreatedSale> {
  const { db, buyer, provider, productIds } = context
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
  await sendWebhookEvent(context, paymentId)
  return { ...sale, orderId: order!.orderId, paymentId }
}

/**
 * Sends the webhook of a payment to the seeder's server. The simulator would send it to the public URL, where no server
 * listens yet.
 */
async function sendWebhookEvent(
  { buyer, provider, webhookSecret }: SalesContext,
  id: string,
): Promise<void> {
  const { payments: ledgerPayments } = await provider.readLedger()
  const payment = ledgerPayments.find(candidate => String(candidate.id) === id) as
    | { collector_id?: number }
    | undefined
  const requestId = randomUUID()
  const ts = Math.floor(Date.now() / 1000)
  const response = await buyer.request(
    `/api/public/mercadopago/webhook?data.id=${id}&type=payment`,
    {
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
    },
  )
  if (!response.ok) throw new Error(`webhook rejected: ${response.status}`)
}

const TIMEOUT_MS = 30_000

/** Waits until the payment of each sale is stored and its order has the expected state. */
async function waitForOrderStates(
  { db }: SalesContext,
  sales: CreatedSale[],
  stateOf: (sale: CreatedSale) => string,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const rows = await db
      .select({ orderId: payments.orderId, state: orders.state })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
    const states = new Map(rows.map(({ orderId, state }) => [orderId, state]))
    if (sales.every(sale => states.get(sale.orderId) === stateOf(sale))) return
    if (Date.now() > deadline) throw new Error('the demo orders did not reach their final states')
    await pause(100)
  }
}

async function backdateSale(
  db: Database,
  { orderId, paymentId, hoursAgo }: CreatedSale,
): Promise<void> {
  const interval = sql`${hoursAgo} * interval '1 hour'`
  await runTransaction(db, async tx => {
    await tx
      .update(orders)
      .set({
        createdAt: sql`${orders.createdAt} - ${interval}`,
        expiresAt: sql`${orders.expiresAt} - ${interval}`,
        approvedAt: sql`${orders.approvedAt} - ${interval}`,
      })
      .where(eq(orders.id, orderId))
    await tx
      .update(orderItems)
      .set({ soldAt: sql`${orderItems.soldAt} - ${interval}` })
      .where(eq(orderItems.orderId, orderId))
    await tx
      .update(notifications)
      .set({ createdAt: sql`${notifications.createdAt} - ${interval}` })
      .where(sql`${notifications.detail} ->> 'orderId' = ${orderId}`)
    // `expiresAt` of the payment keeps its value: if it differed from MercadoPago's, the next check would report a
    // change.
    await tx
      .update(payments)
      .set({
        createdAt: sql`${payments.createdAt} - ${interval}`,
        updatedAt: sql`${payments.updatedAt} - ${interval}`,
        providerCreatedAt: sql`${payments.providerCreatedAt} - ${interval}`,
        providerUpdatedAt: sql`${payments.providerUpdatedAt} - ${interval}`,
      })
      .where(eq(payments.id, paymentId))
    await tx
      .update(orderEvents)
      .set({ at: sql`${orderEvents.at} - ${interval}` })
      .where(eq(orderEvents.orderId, orderId))
    await tx
      .update(webhookEvents)
      .set({ receivedAt: sql`${webhookEvents.receivedAt} - ${interval}` })
      .where(eq(webhookEvents.dataId, paymentId))
    await tx
      .update(downloadGrants)
      .set({
        grantedAt: sql`${downloadGrants.grantedAt} - ${interval}`,
        expiresAt: sql`${downloadGrants.expiresAt} - ${interval}`,
        closedAt: sql`${downloadGrants.closedAt} - ${interval}`,
      })
      .where(
        sql`${downloadGrants.orderItemId} in (select ${orderItems.id} from ${orderItems}
          where ${orderItems.orderId} = ${orderId})`,
      )
  })
}
