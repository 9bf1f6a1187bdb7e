import { randomUUID } from 'node:crypto'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { Purchase } from '#contract/orders/orders.ts'
import type { Touch } from '#contract/orders/touches.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { daysAgo, HOUR_MS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import { type CouponRow, findCoupon } from '#server/features/prices/service.ts'
import type { PaymentAccountRow } from '#server/features/payment-accounts/queries.ts'
import {
  refreshExpiringTokens,
  withAccountToken,
} from '#server/features/payment-accounts/tokens.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type IdempotentRequest,
  digestRequest,
  requireSameBody,
  runOnce,
} from '#server/http/idempotency.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { computeNextReconciliation } from '../rules/payment-state.ts'
import { recordOrderEvent } from '../events/record.ts'
import { findOrderItems } from '../queries.ts'
import type { PageItem } from '../rules/order-metadata.ts'
import type { OrderRow } from '../rules/rows.ts'
import { insertCredits } from '../credit-queries.ts'
import { digestUser, holdUse, lockCoupon } from './coupon-use.ts'
import { lockCredits, selectUsedCredits } from './credit-use.ts'
import { giveOrder, isFree } from './free-order.ts'
import { toOrderItems } from './order-items.ts'
import { countOrder } from './order-limits.ts'
import { findOrderSource } from './order-source.ts'
import { openPaymentPage } from './payment-page.ts'
import {
  type ProductForSale,
  clearRequestKey,
  findOrderByRequestKey,
  findProductsForSale,
  hasBought,
  insertOrder,
} from './queries.ts'
import { computeQuoteExpiry } from './order-expiry.ts'
import { refuseQuote, requireQuote } from './quote-checks.ts'
import { readCartFacts, sumCouponDiscount } from './quote-facts.ts'
import { requireOneSeller, requireOpenSales, requireSameAccount } from './seller-checks.ts'

/** How long after an order the browser that made it is recognized. A voucher can be paid for about as long. */
export const PURCHASE_COOKIE_DAYS = 7
/** The number of seconds after which buyers should try again while the operator accepts no orders. */
const CLOSED_RETRY_SECONDS = 300
const REQUEST_KEY_HOURS = 24
/**
 * The limit of orders of one product under one email from one IP address. The address is part of the key, so that a
 * stranger who orders under somebody's email cannot keep that person from buying.
 */
const PURCHASES_PER_BUYER_AND_PRODUCT = { name: 'buyer_at_product', max: 10, seconds: 600 }

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
  items?: PageItem[]
  account?: PaymentAccountRow
}

/**
 * Creates an order for a cart and opens a hosted payment page for the order. The order is committed before the provider
 * is called, since a webhook event about the payment may arrive before the provider's reply. A cart that costs nothing
 * is given: the link to its files is emailed.
 * @returns the page to send the buyer to; with `isEmailed` the one that says where the files are
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale;
 *   DIFFERENT_SELLERS_PRODUCT if the products have several sellers or the seller cannot be paid;
 *   INVALID_REFRESH_TOKEN if the seller's account no longer accepts payments;
 *   ERROR_PRICE_CHANGED with the new quote, if it is worse than what the page showed or cannot be ordered;
 *   ERROR_ALREADY_BOUGHT if the browser has bought one of the products with the email in the last 30 days and does not
 *     say that it buys again;
 *   INVALID_DATA if an offer is below the asked price, a product is in the cart twice or the idempotency key was used
 *     with another cart;
 *   ERROR_TOO_MANY_REQUESTS if the buyer orders a product too often, or as `countOrder` and `giveOrder`;
 *   ERROR_CAPTCHA_FAILED as `countOrder` and `giveOrder`;
 *   ERROR_UNEXPECTED_SERVER with 502 if the provider fails;
 *   ERROR_SERVICE_UNAVAILABLE if the provider is down or the operator accepts no orders
 */
export async function startPurchase(
  context: Context,
  cart: Purchase,
  buyer: BuyerContext,
): Promise<{ init_point: string; isEmailed?: boolean }> {
  const ids = cart.products.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new ApiError('INVALID_DATA', 'a product twice')
  const products = await findProductsForSale(context.db, ids)
  const { sellerId } = requireOneSeller(ids, products)
  const coupon =
    cart.coupon === undefined
      ? undefined
      : await findCoupon(context, { sellerId, code: cart.coupon }, buyer)
  if (isFree(cart, { products, coupon })) {
    await giveOrder(context, cart, { ...buyer, sellerId, coupon })
    return { init_point: `${context.config.publicOrigin}/order`, isEmailed: true }
  }
  return { init_point: await openOrder(context, cart, { ...buyer, products, coupon }) }
}

/** A buyer who pays, with the products and the coupon as they were before anything was locked. */
interface PayingBuyer extends BuyerContext {
  products: ProductForSale[]
  coupon: CouponRow | undefined
}

/** Creates the order of a cart that costs something, and returns its payment page. */
async function openOrder(
  context: Context,
  cart: Purchase,
  { products, coupon, ...buyer }: PayingBuyer,
): Promise<string> {
  const { db, provider } = context
  if (!context.config.acceptsOrders)
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', 'ACCEPT_ORDERS is off', {
      retryAfter: CLOSED_RETRY_SECONDS,
    })
  const ids = cart.products.map(({ id }) => id)
  const request = digestRequest(buyer.idempotencyKey, cart)
  try {
    // While the provider is down, no order is inserted that nobody can pay.
    provider.assertAvailable()
    const { order, ...started } = await runOnce<StartedOrder>(
      request,
      request => findRepeatedOrder(context, request),
      () => reserveOrder(context, cart, { ...buyer, products, coupon, request }),
    )
    // The order of a repeated request may be hours old.
    const account = started.account ?? requireSameAccount(requireOneSeller(ids, products), order)
    if (order.paymentUrl) return order.paymentUrl
    const items = started.items ?? (await findOrderItems(db, order.id))
    const { paymentUrl, mayBePaid } = await openPaymentPage(context, order, items, account)
    if (mayBePaid) return paymentUrl
    // During the provider's call a product stopped being for sale, or another order of the browser replaced this one.
    requireSameAccount(requireOneSeller(ids, await findProductsForSale(db, ids)), order)
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', `order ${order.id} was replaced`, {
      retryAfter: 1,
    })
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
  {
    products: forSale,
    request,
    ...buyer
  }: PayingBuyer & { request: IdempotentRequest | undefined },
): Promise<StartedOrder> {
  const { db, limiter, config } = context
  const ids = cart.products.map(({ id }) => id)
  if (!cart.buyAgain) await requireNotBought(db, cart, buyer)
  for (const id of ids)
    await limiter.consume(PURCHASES_PER_BUYER_AND_PRODUCT, `${buyer.ip}:${cart.payerEmail}:${id}`)
  await countOrder(limiter, buyer)
  const seller = requireOneSeller(ids, forSale)
  // The account is prepared outside the transaction, since refreshing the seller's tokens may call the provider.
  const account = await refreshExpiringTokens(context, requireOpenSales(seller))
  // While the provider refuses the calls of this seller, no order is inserted either.
  await withAccountToken(context, account, async accessToken =>
    context.provider.assertAvailable(accessToken),
  )
  const source = await findOrderSource(db, buyer.touches, {
    sellerId: seller.sellerId,
    ownIds: ids,
  })
  const user = digestUser(context, cart, buyer)

  return runTransaction(db, async tx => {
    // Whatever changes an order locks it before its coupon, and both before products.
    const owned = await lockCredits({ ...context, db: tx }, cart, buyer.knownBrowserHash)
    const coupon = await lockCoupon(tx, buyer.coupon, buyer.browserHash)
    const cartFacts = await readCartFacts(tx, cart, {
      lock: true,
      coupon,
      credits: owned,
      user,
    })
    const quoted = requireQuote(cart, cartFacts.facts)
    // What costs nothing now is given by email, which the buyer has to agree to.
    if (quoted.total === 0) throw refuseQuote(quoted, cartFacts.facts)
    const items = toOrderItems(quoted, cartFacts, config)
    const credits = selectUsedCredits(cart, cartFacts, quoted)
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
        ...(coupon && { couponCode: coupon.code, couponMinor: sumCouponDiscount(quoted) }),
        ...(credits.length > 0 && {
          creditMinor: sum(credits.map(({ amountMinor }) => amountMinor)),
        }),
        ...source,
        state: 'open',
        currency: config.currency,
        totalMinor: toMinor(quoted.total),
        feeMinor: sum(items.map(({ feeMinor }) => feeMinor)),
        providerKey: randomUUID(),
        browserHash: buyer.browserHash,
        requestKey: request?.key ?? null,
        requestDigest: request?.digest ?? null,
        createdAt,
        expiresAt: computeQuoteExpiry(createdAt, quoted, { ...cartFacts, coupon }),
        nextCheckAt: computeNextReconciliation(createdAt, 0, createdAt) ?? null,
      },
      items,
    )
    if (coupon) await holdUse(tx, order, { couponId: coupon.id, ...user })
    await insertCredits(tx, order.id, credits)
    await recordOrderEvent(tx, order.id, 'ordered', { address: maskBuyerEmail(order.payerEmail) })
    return { order, items, account }
  })
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
