import { createHash, randomUUID } from 'node:crypto'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { Purchase } from '#contract/orders/orders.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { quote } from '#contract/prices/quote.ts'
import {
  type CouponRow,
  type UserDigests,
  toProductFacts,
} from '#server/features/prices/service.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { runOnce } from '#server/http/idempotency.ts'
import type { Context } from '#server/context.ts'
import { recordOrderEvent } from '../events/record.ts'
import { insertGrants, refillGrants } from '../grant-queries.ts'
import { findOrderItems, lockOrder } from '../queries.ts'
import { createGrantTerms } from '../rules/access-rules.ts'
import type { BuyerContext } from './checkout.ts'
import { digestUser, holdUse, lockCoupon } from './coupon-use.ts'
import { countFreeOrder, mayEmail } from './free-order-limits.ts'
import { toOrderItems } from './order-items.ts'
import { findOrderSource } from './order-source.ts'
import { type ProductForSale, findOrderByRequestKey, insertOrder } from './queries.ts'
import { refuseQuote, requireQuote } from './quote-checks.ts'
import { readCartFacts, sumCouponDiscount } from './quote-facts.ts'

/** Tells whether a cart seems to cost nothing. What it costs is decided once its products are locked. */
export function isFree(
  cart: Purchase,
  { products, coupon }: { products: ProductForSale[]; coupon: CouponRow | undefined },
): boolean {
  const isOpen = coupon && (coupon.endsAt === null || coupon.endsAt > new Date())
  const facts = {
    products: toProductFacts(products, []),
    bumps: [],
    credits: [],
    coupon: isOpen ? { code: coupon.code, terms: coupon, refusal: null } : null,
  }
  return quote(cart, facts).total === 0
}

interface Recipient extends BuyerContext {
  sellerId: number
  coupon: CouponRow | undefined
}

/**
 * Emails the link to the files of a cart that costs nothing, so that only the owner of the mailbox gets them. Whether
 * it does so now depends neither on the address, which may be somebody else's, nor on what was bought with it. A
 * mailbox has one order of the same products: a repeated request emails its link again and refills the downloads.
 * @throws ApiError ERROR_CAPTCHA_FAILED without a captcha; ERROR_TOO_MANY_REQUESTS as `countFreeOrder`; the refusals of
 * `requireQuote`
 */
export async function giveOrder(
  context: Context,
  cart: Purchase,
  recipient: Recipient,
): Promise<void> {
  const { sellerId, coupon } = recipient
  if (!(await recipient.passesCaptcha())) throw new ApiError('ERROR_CAPTCHA_FAILED', 'free order')
  await countFreeOrder(context, sellerId, recipient)
  const user = digestUser(context, cart, recipient)
  const ids = cart.products.map(({ id }) => id).toSorted((a, b) => a - b)
  const name = `free-order:${coupon?.id ?? ''}:${ids.join()}:${user.buyerDigest}`
  if (!(await mayEmail(context, name))) return
  const key = createHash('sha256').update(name).digest('base64url')
  await runOnce<true>(
    { key, digest: key },
    async ({ key }) => (await findOrderByRequestKey(context.db, key)) && sendAgain(context, key),
    () =>
      runTransaction(context.db, async (tx): Promise<true> => {
        await insertFreeOrder(context, tx, cart, { ...recipient, requestKey: key, user })
        return true
      }),
  )
}

/** Sends the link of the order with a request key again. */
function sendAgain({ db }: Context, key: string): Promise<true> {
  return runTransaction(db, async (tx): Promise<true> => {
    const found = await findOrderByRequestKey(tx, key)
    const order = found && (await lockOrder(tx, found.id))
    if (order?.state !== 'approved') return true
    await refillGrants(tx, order.id, createGrantTerms())
    await recordOrderEvent(tx, order.id, 'given')
    return true
  })
}

/** Makes an order that costs nothing, and grants its files. No payment, account and receipt belong to it. */
async function insertFreeOrder(
  context: Context,
  tx: Transaction,
  cart: Purchase,
  {
    sellerId,
    locale,
    requestKey,
    user,
    ...recipient
  }: Recipient & { requestKey: string; user: UserDigests },
): Promise<void> {
  const { config, termsVersion } = context
  const source = await findOrderSource(tx, recipient.touches, {
    sellerId,
    ownIds: cart.products.map(({ id }) => id),
  })
  // No browser is known: the mailbox is what has an order.
  const coupon = await lockCoupon(tx, recipient.coupon, '')
  const cartFacts = await readCartFacts(tx, cart, { lock: true, coupon, credits: [], user })
  const quoted = requireQuote(cart, cartFacts.facts)
  if (quoted.total > 0) throw refuseQuote(quoted, cartFacts.facts)
  const now = new Date()
  const order = await insertOrder(
    tx,
    {
      id: randomUUID(),
      sellerId,
      collectorId: '',
      payerEmail: cart.payerEmail,
      language: locale,
      termsVersion,
      requestKey,
      ...(coupon && { couponCode: coupon.code, couponMinor: sumCouponDiscount(quoted) }),
      entry: cart.entry ?? null,
      ...source,
      state: 'approved',
      currency: config.currency,
      totalMinor: 0,
      feeMinor: 0,
      providerKey: randomUUID(),
      createdAt: now,
      approvedAt: now,
      expiresAt: now,
      nextCheckAt: null,
    },
    toOrderItems(quoted, cartFacts, config),
  )
  const items = await findOrderItems(tx, order.id)
  await insertGrants(
    tx,
    items.map(({ id }) => id),
    createGrantTerms(),
  )
  const heldUntil = new Date(now.getTime() + LIMITS.grantDays * DAY_MS)
  if (coupon)
    await holdUse(tx, { ...order, expiresAt: heldUntil }, { couponId: coupon.id, ...user })
  await recordOrderEvent(tx, order.id, 'ordered', { address: maskBuyerEmail(order.payerEmail) })
  await recordOrderEvent(tx, order.id, 'given')
}
