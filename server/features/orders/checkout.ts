import { createHash, randomUUID } from 'node:crypto'
import { LIMITS } from '#contract/core/limits.ts'
import { commission, findCommissionTier, toMinor } from '#contract/core/money.ts'
import type { Purchase } from '#contract/orders.ts'
import type { Locale } from '#messages/runtime'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import { getSellingAccount, withSellerToken } from '#server/features/payment-accounts/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { OrdersDeps } from './deps.ts'
import { expireSellerPreferencesJob } from './job-kinds.ts'
import { nextCheckAfter } from './payment-state.ts'
import {
  type ProductForSale,
  type OrderRow,
  findProductsForSale,
  findOrderItems,
  findOrder,
  findOrderByRequestKey,
  clearRequestKey,
  lockProductsForShare,
  insertOrder,
  recordOrderEvent,
  savePreference,
} from './queries.ts'

const PREFERENCE_DAYS = 3
const REQUEST_KEY_HOURS = 24
const BUYER_AT_PRODUCT = { name: 'buyer_at_product', max: 10, seconds: 600 }
/** What the buyer reads on a card statement. */
const STATEMENT_MAX = 22

/** Who is buying, beyond what the cart says. */
export interface Buyer {
  locale: Locale
  /** The same key and cart answer the same payment page for a day, until it is paid. */
  idempotencyKey: string | undefined
}

/**
 * Orders a cart and opens a hosted payment page for it. Our order is committed first: a notice of its
 * payment may arrive before the provider's answer to us does.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND; DIFFERENT_SELLERS_PRODUCT; INVALID_REFRESH_TOKEN; INVALID_DATA for
 *   an offer below the asked price or a product twice; ERROR_TOO_MANY_REQUESTS; ERROR_UNEXPECTED_SERVER (502)
 *   where the provider fails
 */
export async function startPurchase(
  deps: OrdersDeps,
  cart: Purchase,
  buyer: Buyer,
): Promise<{ init_point: string }> {
  const request = requestOf(cart, buyer)
  const known = request && (await repeatedOrder(deps, request))
  try {
    const order = known ?? (await placeOrder(deps, cart, buyer, request))
    await refuseClosedSale(deps, cart, order)
    if (order.paymentUrl) return { init_point: order.paymentUrl }
    const paymentUrl = await openPaymentPage(deps, order)
    // Whoever closed the sale while the page was being made did not see it.
    await refuseClosedSale(deps, cart, order).catch(async (error: unknown) => {
      await enqueue(deps.db, expireSellerPreferencesJob, { sellerId: order.sellerId })
      throw error
    })
    return { init_point: paymentUrl }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ApiError('ERROR_UNEXPECTED_SERVER', 'the provider failed', {
      status: 502,
      cause: error,
    })
  }
}

interface Request {
  key: string
  digest: string
}

function requestOf(cart: Purchase, { idempotencyKey }: Buyer): Request | undefined {
  if (idempotencyKey === undefined) return undefined
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  return { key: sha256(idempotencyKey), digest: sha256(JSON.stringify(cart)) }
}

/** The order a repeated request made, while it can still be paid and its day is not over. */
async function repeatedOrder(
  { db }: OrdersDeps,
  { key, digest }: Request,
): Promise<OrderRow | undefined> {
  const order = await findOrderByRequestKey(db, key)
  if (!order) return undefined
  const isOver = Date.now() - order.createdAt.getTime() > REQUEST_KEY_HOURS * 3_600_000
  if (!isOver && order.requestDigest !== digest)
    throw new ApiError('INVALID_DATA', 'idempotency key with another body')
  if (!isOver && order.state === 'open') return order
  // Never the page of an order that was paid: paying it again would buy nothing.
  await clearRequestKey(db, order.id)
  return undefined
}

async function placeOrder(
  deps: OrdersDeps,
  cart: Purchase,
  buyer: Buyer,
  request: Request | undefined,
): Promise<OrderRow> {
  const { db, limiter, currency } = deps
  const ids = cart.products.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_DATA', 'a product twice')
  for (const id of ids) await limiter.consume(BUYER_AT_PRODUCT, `${cart.payerEmail}:${id}`)
  const sellerId = onlySeller(cart, await findProductsForSale(db, ids))
  const { collectorId } = await getSellingAccount(deps.sellers, sellerId)

  const id = randomUUID()
  const createdAt = new Date()
  const placed = await db.transaction(async tx => {
    // Priced again under the hold: what a seller changed in the meantime counts.
    await lockProductsForShare(tx, ids)
    const forSale = await findProductsForSale(tx, ids)
    onlySeller(cart, forSale)
    const items = cart.products.map(wanted => priced(deps, wanted, forSale))
    const order = {
      id,
      sellerId,
      collectorId,
      payerEmail: cart.payerEmail,
      language: buyer.locale,
      state: 'open' as const,
      currency,
      totalMinor: sum(items.map(({ priceMinor }) => priceMinor)),
      feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
      providerKey: randomUUID(),
      requestKey: request?.key ?? null,
      requestDigest: request?.digest ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + PREFERENCE_DAYS * 86_400_000),
      nextCheckAt: nextCheckAfter(createdAt, 0, createdAt) ?? null,
    }
    const isNew = await insertOrder(tx, order, items)
    if (isNew) await recordOrderEvent(tx, id, 'ordered', { payerEmail: cart.payerEmail })
    return isNew
  })
  // The same request came twice at once: the other one's order is the answer to both.
  const order = placed ? await findOrder(db, id) : request && (await repeatedOrder(deps, request))
  if (!order) throw new ApiError('ERROR_UNEXPECTED_SERVER', `order ${id} is gone`)
  return order
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND; DIFFERENT_SELLERS_PRODUCT for products of two sellers */
function onlySeller(cart: Purchase, forSale: ProductForSale[]): number {
  const found = cart.products.map(({ id }) => {
    const product = forSale.find(candidate => candidate.id === id)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
    return product.sellerId
  })
  const [sellerId, ...others] = new Set(found)
  if (sellerId === undefined || others.length > 0) throw new ApiError('DIFFERENT_SELLERS_PRODUCT')
  return sellerId
}

/** A line of the order: the product at the price this buyer pays for it. */
function priced(
  { commissionTiers, currency }: OrdersDeps,
  { id, dynamicPrice }: Purchase['products'][number],
  forSale: ProductForSale[],
) {
  const product = forSale.find(candidate => candidate.id === id)!
  const price = product.isPriceDynamic ? offered(product, dynamicPrice) : product.price
  const priceMinor = toMinor(price)
  const feeMinor = commission(price, commissionTiers, currency)
  return {
    productId: id,
    fileId: product.fileId,
    name: product.name,
    priceMinor,
    feePercent: findCommissionTier(price, commissionTiers).percent,
    feeMinor,
    sellerShareMinor: priceMinor - feeMinor,
  }
}

function offered({ id, price }: ProductForSale, dynamicPrice: number | undefined): number {
  if (dynamicPrice === undefined || dynamicPrice < price || dynamicPrice > LIMITS.dynamicPrice.max)
    throw new ApiError('INVALID_DATA', `product ${id}: offer below the asked price`)
  return dynamicPrice
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Nobody may pay for what is not for sale any more.
 * @throws ApiError as `onlySeller` and `sellingAccount`, also where the seller has linked another account since;
 *   ProviderError
 */
async function refuseClosedSale(deps: OrdersDeps, cart: Purchase, order: OrderRow): Promise<void> {
  const ids = cart.products.map(({ id }) => id)
  onlySeller(cart, await findProductsForSale(deps.db, ids))
  const { collectorId } = await getSellingAccount(deps.sellers, order.sellerId)
  if (collectorId !== order.collectorId)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `order ${order.id} is for another account`)
}

/** Asks the provider for the order's payment page. Repeating it gives the same page. @throws ProviderError */
async function openPaymentPage(deps: OrdersDeps, order: OrderRow): Promise<string> {
  const { db, payments, orderTokens, publicOrigin, brandName } = deps
  const items = await findOrderItems(db, order.id)
  const token = orderTokens.create(order.id, order.tokenVersion)
  const back = (outcome: string) => `${publicOrigin}/payment/${outcome}?order=${token}`
  const preference = {
    orderId: order.id,
    currency: deps.currency,
    items: items.map(({ productId, name, priceMinor }) => ({
      id: String(productId),
      title: name,
      priceMinor,
    })),
    payerEmail: order.payerEmail,
    marketplaceFeeMinor: order.feeMinor,
    backUrls: { success: back('success'), pending: back('pending'), failure: back('failure') },
    notificationUrl: `${publicOrigin}/api/public/mercadopago/webhook?source_news=webhooks`,
    expiresAt: order.expiresAt,
    statementDescriptor: brandName.slice(0, STATEMENT_MAX),
  }
  const opened = await withSellerToken(deps.sellers, order, accessToken =>
    payments.createPreference(accessToken, preference, order.providerKey),
  )
  await savePreference(db, order.id, opened)
  return opened.paymentUrl
}
