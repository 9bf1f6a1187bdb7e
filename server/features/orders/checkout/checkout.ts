import { randomUUID } from 'node:crypto'
import type { Purchase } from '#contract/orders/orders.ts'
import type { Touch } from '#contract/orders/touches.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { DAY_MS, daysAgo, HOUR_MS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import { type SoldPartRow, findBumps, findParts } from '#server/features/prices/service.ts'
import type { PaymentAccountRow } from '#server/features/payment-accounts/queries.ts'
import {
  refreshExpiringTokens,
  requireLinkedAccount,
  withAccountToken,
} from '#server/features/payment-accounts/tokens.ts'
import { findSource } from '#server/features/sources/service.ts'
import { findUsableCoupon } from '#server/features/prices/service.ts'
import { reserveUse } from '#server/features/prices/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type IdempotentRequest,
  digestRequest,
  requireSameBody,
  runOnce,
} from '#server/http/idempotency.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { proveOrders } from '../completion/completion.ts'
import { type OwnedPart, findOwnedParts } from '../completion/queries.ts'
import { enqueuePreferenceExpiry } from '../job-kinds.ts'
import { computeNextReconciliation } from '../rules/payment-state.ts'
import { recordOrderEvent } from '../events/record.ts'
import { findOrderItems } from '../queries.ts'
import type { OrderRow } from '../rules/rows.ts'
import { countOrder } from './order-limits.ts'
import { openPaymentPage } from './payment-page.ts'
import { priceCart } from './pricing.ts'
import {
  type ProductForSale,
  clearRequestKey,
  findOrderByRequestKey,
  findProductsForSale,
  hasBought,
  insertOrder,
  lockProductsForShare,
} from './queries.ts'

/** How long after an order the browser that made it is recognized. A voucher can be paid for about as long. */
export const PURCHASE_COOKIE_DAYS = 7
const PREFERENCE_DAYS = 3
/** The number of seconds after which buyers should try again while the operator accepts no orders. */
const CLOSED_RETRY_SECONDS = 300
const REQUEST_KEY_HOURS = 24
/**
 * The limit of orders of one product under one email from one IP address. The address is part of the key, so that a
 * stranger who orders under somebody's email cannot keep that person from buying.
 */
const PURCHASES_PER_BUYER_AND_PRODUCT = { name: 'buyer_at_product', max: 10, seconds: 600 }

/** Returns when the payment page of an order expires. */
export const computeOrderExpiry = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + PREFERENCE_DAYS * DAY_MS)

/** What a request to buy a cart has besides the cart: the buyer's language and the idempotency key. */
export interface BuyerContext {
  locale: Locale
  /** How the buyer came to the site, lately; undefined if it is not known. */
  touches: Touch[] | undefined
  /** Whether the order may be reported to the services that its seller chose. */
  allowsConversions: boolean
  /** The digest of the cookie by which the order recognizes its buyer's browser. */
  browserHash: string
  /** The same, if the browser had the cookie before, as it has after an earlier order. */
  knownBrowserHash: string | undefined
  /** The buyer's IP address in the form of `toIpAddressKey`. */
  ip: string
  /** The buyer's network in the form of `toNetworkKey`. */
  network: string
  /** Tells whether the request has a valid captcha, which cannot be used again after that. */
  passesCaptcha: () => Promise<boolean>
  /**
   * The request's `Idempotency-Key`. The same key with the same cart returns the same payment page for a day, or until
   * the order is paid.
   */
  idempotencyKey: string | undefined
}

/** An order for which a payment page is opened. `items` and `account` are set only for a new order. */
interface StartedOrder {
  order: OrderRow
  items?: { productId: number; name: string; priceMinor: number }[]
  account?: PaymentAccountRow
}

/**
 * Creates an order for a cart and opens a hosted payment page for the order. The order is committed before the provider
 * is called, since a webhook event about the payment may arrive before the provider's reply.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale;
 *   DIFFERENT_SELLERS_PRODUCT if the products have several sellers or the seller cannot be paid;
 *   INVALID_REFRESH_TOKEN if the seller's account no longer accepts payments;
 *   ERROR_PRICE_CHANGED if the buyer has not seen a price;
 *   ERROR_PACK_CHANGED if a pack lacks a part that the buyer has seen;
 *   ERROR_PART_TWICE if a product is in the cart twice by way of a pack;
 *   ERROR_COUPON_… if the coupon cannot be used, or takes off less than the page showed;
 *   ERROR_ALREADY_BOUGHT if the browser has bought one of the products with the email in the last 30 days and does not
 *     say that it buys again;
 *   INVALID_DATA if an offer is below the asked price, a product is in the cart twice or the idempotency key was used
 *     with another cart;
 *   ERROR_TOO_MANY_REQUESTS if the buyer orders a product too often, or as `countOrder`;
 *   ERROR_CAPTCHA_FAILED as `countOrder`;
 *   ERROR_UNEXPECTED_SERVER with 502 if the provider fails;
 *   ERROR_SERVICE_UNAVAILABLE if the provider is down or the operator accepts no orders
 */
export async function startPurchase(
  context: Context,
  cart: Purchase,
  buyer: BuyerContext,
): Promise<{ init_point: string }> {
  if (!context.config.acceptsOrders)
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', 'ACCEPT_ORDERS is off', {
      retryAfter: CLOSED_RETRY_SECONDS,
    })
  const request = digestRequest(buyer.idempotencyKey, cart)
  try {
    // While the provider is down, no order is inserted that nobody can pay.
    context.provider.assertAvailable()
    const { order, ...started } = await runOnce<StartedOrder>(
      request,
      request => findRepeatedOrder(context, request),
      () => reserveOrder(context, cart, buyer, request),
    )
    // Only the order of a repeated request is checked here, since it may be hours old. A new order was just checked
    // while its products were locked.
    const account = started.account ?? (await requireStillForSale(context, cart, order))
    if (order.paymentUrl) return { init_point: order.paymentUrl }
    const items = started.items ?? (await findOrderItems(context.db, order.id))
    const { paymentUrl, mayBePaid } = await openPaymentPage(context, order, items, account)
    if (!mayBePaid) {
      // A product stopped being for sale during the provider's call. The job that expires preferences did not find the
      // new preference yet, so the job is enqueued again.
      await enqueuePreferenceExpiry(context.db, order.sellerId)
      await requireStillForSale(context, cart, order)
    }
    return { init_point: paymentUrl }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.fault === 'unavailable' && error.retryAfter !== undefined)
      throw new ApiError('ERROR_SERVICE_UNAVAILABLE', error.message, {
        retryAfter: error.retryAfter,
        cause: error,
      })
    throw new ApiError('ERROR_UNEXPECTED_SERVER', 'the provider failed', {
      status: 502,
      cause: error,
    })
  }
}

/**
 * Finds the order of an earlier request with the same idempotency key, if the order can still be paid and is less than
 * a day old.
 */
async function findRepeatedOrder(
  { db }: Context,
  request: IdempotentRequest,
): Promise<StartedOrder | undefined> {
  const order = await findOrderByRequestKey(db, request.key)
  if (!order) return undefined
  const isKeyExpired = Date.now() - order.createdAt.getTime() > REQUEST_KEY_HOURS * HOUR_MS
  if (!isKeyExpired) requireSameBody(request, order.requestDigest)
  if (!isKeyExpired && order.state === 'open') return { order }
  // The payment page of a paid order must not be returned, since the buyer would pay twice. The next request with this
  // key makes a new order.
  await clearRequestKey(db, order.id)
  return undefined
}

/** Commits a new order. Its products are locked while their prices are read. The payment provider is not called yet. */
async function reserveOrder(
  context: Context,
  cart: Purchase,
  buyer: BuyerContext,
  request: IdempotentRequest | undefined,
): Promise<StartedOrder> {
  const {
    db,
    limiter,
    config: { currency },
  } = context
  const ids = cart.products.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_DATA', 'a product twice')
  if (!cart.buyAgain) await requireNotBought(db, cart, buyer)
  for (const id of ids)
    await limiter.consume(PURCHASES_PER_BUYER_AND_PRODUCT, `${buyer.ip}:${cart.payerEmail}:${id}`)
  await countOrder(limiter, buyer)
  // The account is prepared outside the transaction, since refreshing the seller's tokens may call the provider.
  const forSale = await findProductsForSale(db, ids)
  const seller = requireOneSeller(ids, forSale)
  const couponId =
    cart.coupon && (await findUsableCoupon(context, { ...seller, ...cart.coupon }, buyer)).id
  const packIds = forSale.filter(({ isPack }) => isPack).map(({ id }) => id)
  const account = await refreshExpiringTokens(context, requireOpenSales(seller))
  // While the provider refuses the calls of this seller, no order is inserted either.
  await withAccountToken(context, account, async accessToken =>
    context.provider.assertAvailable(accessToken),
  )

  const source = await findSource(db, buyer.touches, { sellerId: seller.sellerId, ownIds: ids })

  return runTransaction(db, async tx => {
    const products = await lockProductsForShare(tx, ids, packIds)
    const parts = packIds.length > 0 ? await findParts(tx, packIds) : []
    const ownedParts = await findPartsOfCompleted(tx, context, { cart, buyer, parts })
    const use =
      couponId === undefined
        ? undefined
        : await reserveUse(tx, context.addressTokens, couponId, { ...buyer, ...cart })
    const { lines: items, couponMinor } = priceCart(context.config, cart, {
      products,
      parts,
      ownedParts,
      bumps: await findBumpsOfCart(tx, cart),
      coupon: use?.coupon,
    })
    requireSeenTotal(cart, sum(items.map(({ priceMinor }) => priceMinor)))
    const createdAt = new Date()
    const order = await insertOrder(
      tx,
      {
        id: randomUUID(),
        sellerId: seller.sellerId,
        collectorId: account.collectorId,
        payerEmail: cart.payerEmail,
        language: buyer.locale,
        termsVersion: context.termsVersion,
        entry: cart.entry ?? null,
        allowsConversions: buyer.allowsConversions,
        ...(use && { couponCode: use.coupon.code, couponMinor }),
        source: source?.source ?? null,
        sourceMedium: source?.medium || null,
        sourceCampaign: source?.campaign || null,
        referrerHost: source?.referrerHost || null,
        state: 'open',
        currency,
        totalMinor: sum(items.map(({ priceMinor }) => priceMinor)),
        feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
        providerKey: randomUUID(),
        browserHash: buyer.browserHash,
        requestKey: request?.key ?? null,
        requestDigest: request?.digest ?? null,
        createdAt,
        expiresAt: computeOrderExpiry(createdAt),
        nextCheckAt: computeNextReconciliation(createdAt, 0, createdAt) ?? null,
      },
      items,
    )
    await use?.insert(order.id)
    await recordOrderEvent(tx, order.id, 'ordered')
    return { order, items, account }
  })
}

/**
 * @throws ApiError ERROR_COUPON_CHANGED if the buyer would pay more than the page showed with the coupon, or nothing,
 * which is no purchase but a free copy
 */
function requireSeenTotal({ coupon }: Purchase, totalMinor: number): void {
  if (coupon && (totalMinor === 0 || totalMinor > toMinor(coupon.seenTotal)))
    throw new ApiError('ERROR_COUPON_CHANGED')
}

/**
 * Finds what the buyer has of the packs that the cart completes.
 * @throws ApiError ERROR_ALREADY_BOUGHT if the buyer has all of a pack and does not say that it is bought again
 */
async function findPartsOfCompleted(
  tx: Transaction,
  context: Context,
  { cart, buyer, parts }: { cart: Purchase; buyer: BuyerContext; parts: SoldPartRow[] },
): Promise<OwnedPart[]> {
  const ownedParts: OwnedPart[] = []
  for (const { id, completes } of cart.products) {
    const partIds = parts.filter(({ packId }) => packId === id).map(part => part.id)
    if (!completes || partIds.length === 0) continue
    const proved = await proveOrders({ ...context, db: tx }, completes, buyer.knownBrowserHash)
    const owned = await findOwnedParts(tx, proved, partIds)
    if (owned.length === partIds.length && !cart.buyAgain)
      throw new ApiError('ERROR_ALREADY_BOUGHT')
    ownedParts.push(...owned)
  }
  return ownedParts
}

/** Finds what is offered beside the products of a cart, if it holds something that was. */
function findBumpsOfCart(tx: Transaction, { products }: Purchase) {
  const ids = products.flatMap(({ bumpOf }) => bumpOf ?? [])
  return ids.length === 0 ? [] : findBumps(tx, ids)
}

/** @throws ApiError ERROR_ALREADY_BOUGHT if the browser has bought one of the products with the same email lately */
async function requireNotBought(
  db: Database,
  { products, payerEmail }: Purchase,
  { knownBrowserHash: browserHash }: BuyerContext,
): Promise<void> {
  if (browserHash === undefined) return
  // Who completes a pack has bought parts of it, of course.
  const ids = products.filter(({ completes }) => !completes).map(({ id }) => id)
  if (ids.length === 0) return
  const since = daysAgo(LIMITS.grantDays)
  if (await hasBought(db, ids, { payerEmail, browserHash, since }))
    throw new ApiError('ERROR_ALREADY_BOUGHT')
}

/**
 * Requires that all products of a cart are for sale and belong to one seller.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale; DIFFERENT_SELLERS_PRODUCT if the products have
 * several sellers
 */
export function requireOneSeller(
  ids: number[],
  products: ProductForSale[],
): Pick<ProductForSale, 'sellerId' | 'salesClosedAt' | 'account'> {
  const missingId = ids.find(id => products.every(product => product.id !== id))
  if (missingId !== undefined) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${missingId}`)
  const [first, ...others] = products
  if (!first || others.some(({ sellerId }) => sellerId !== first.sellerId))
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT')
  return first
}

/**
 * Requires that a seller can receive a new sale.
 * @throws ApiError as `requireLinkedAccount`; DIFFERENT_SELLERS_PRODUCT while refunds of the seller wait for money
 */
function requireOpenSales({
  salesClosedAt,
  account,
}: Pick<ProductForSale, 'salesClosedAt' | 'account'>): PaymentAccountRow {
  if (salesClosedAt !== null) throw new ApiError('DIFFERENT_SELLERS_PRODUCT', 'sales are closed')
  return requireLinkedAccount(account)
}

/**
 * Requires that an order's products are still for sale and that its seller still has the same payment account linked.
 * @returns the payment account
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale; DIFFERENT_SELLERS_PRODUCT if the account was
 * unlinked or replaced; INVALID_REFRESH_TOKEN if the account no longer accepts payments
 */
async function requireStillForSale(
  { db }: Context,
  cart: Purchase,
  order: OrderRow,
): Promise<PaymentAccountRow> {
  const ids = cart.products.map(({ id }) => id)
  const seller = requireOneSeller(ids, await findProductsForSale(db, ids))
  const account = requireOpenSales(seller)
  if (account.collectorId !== order.collectorId)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `order ${order.id} is for another account`)
  return account
}
