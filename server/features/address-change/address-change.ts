import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import { DAY_SECONDS, HOUR_MS } from '#contract/core/time.ts'
import type { AddressChangeReply, AddressConfirmation } from '#contract/address-change.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { generateToken, hashToken } from '#server/http/session-cookie.ts'
import { byMailbox, toMailbox } from '#server/mail/mailbox.ts'
import { orders, users } from '#server/db/schema/index.ts'
import { findUsername } from '#server/db/username.ts'
import { eq } from 'drizzle-orm'
import { canResendDelivery } from '#server/features/orders/rules/access-rules.ts'
import { resendDelivery } from '#server/features/orders/delivery/delivery.ts'
import { describeOrder } from '#server/features/orders/order-links.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import {
  findOrder,
  findSellerContact,
  lockOrder,
  renewToken,
} from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import {
  type ChangeRule,
  type Requester,
  decideChange,
} from '#server/features/orders/rules/change-rules.ts'
import type { Context } from '#server/context.ts'
import {
  type AddressChangeRow,
  deleteAddressChanges,
  findAddressChange,
  insertAddressChange,
  isDownloaded,
  updateAddressChange,
} from './queries.ts'

/** How long the links in the two emails can be used. */
const LIFETIME_HOURS = 72
/** The limit of changes of one order by the same kind of requester. */
const CHANGES_PER_ORDER = { name: 'address_change', max: 3, seconds: DAY_SECONDS }
/** The limit of changes to addresses of one mailbox, so that nobody is flooded with emails that ask to confirm. */
const REQUESTS_PER_MAILBOX = { name: 'address_change_to', max: 3, seconds: DAY_SECONDS }
/**
 * The limit of changes of unpaid orders in the name of one mailbox, which anybody can make. Those of paid orders are
 * not counted, so that strangers cannot keep a buyer from a change.
 */
const UNPAID_PER_OLD_MAILBOX = { name: 'address_change_from', max: 5, seconds: DAY_SECONDS }

const REQUESTED_BY = {
  browser: 'buyer',
  link: 'buyer',
  seller: 'seller',
  admin: 'admin',
} as const

/** Decides who must agree if `requester` asks for another address of an order now. */
export async function findChangeRule(
  db: Db,
  order: OrderRow,
  requester: Requester,
): Promise<ChangeRule> {
  return decideChange(requester, {
    state: order.state,
    isHeld: order.heldAt !== null,
    hasAddress: order.payerEmail !== '',
    isDownloaded: requester === 'seller' && (await isDownloaded(db, order.id)),
  })
}

/**
 * Asks the new address and, if the rules require it, the current address of an order to agree to a change.
 * @throws ApiError PAYMENT_STATUS_ALREADY_CHANGED if the rules refuse the change, or a seller names an own address;
 *   ERROR_USER_EMAIL_SAME_AS_CURRENT for the buyer's browser and an admin if the order has this address already;
 *   ERROR_TOO_MANY_REQUESTS after three changes in a day, or if too many changes concern one of the two mailboxes
 */
export async function requestAddressChange(
  context: Context,
  { orderId, requester, newEmail }: { orderId: string; requester: Requester; newEmail: string },
): Promise<AddressChangeReply> {
  const { db, limiter } = context
  await limiter.consume(CHANGES_PER_ORDER, `${orderId}:${requester}`)
  await limiter.consume(REQUESTS_PER_MAILBOX, toMailbox(newEmail))
  const order = await findOrder(db, orderId)
  if (order && (order.approvedAt === null || order.totalMinor === 0))
    await limiter.consume(UNPAID_PER_OLD_MAILBOX, toMailbox(order.payerEmail))
  return runTransaction(db, tx => addAddressChange(context, tx, { orderId, requester, newEmail }))
}

/** Does the same as `requestAddressChange` in the caller's transaction, without a limit. */
export async function addAddressChange(
  context: Context,
  tx: Transaction,
  { orderId, requester, newEmail }: { orderId: string; requester: Requester; newEmail: string },
): Promise<AddressChangeReply> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  const rule = await findChangeRule(tx, order, requester)
  if (rule === 'refused') throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  // With the link of the order, the seller could act as its buyer, and review the own product.
  if (requester === 'seller' && (await isMailboxOfSeller(tx, order.sellerId, newEmail)))
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'the address is the seller’s own')
  if (newEmail === order.payerEmail) {
    if (requester === 'browser' || requester === 'admin')
      throw new ApiError('ERROR_USER_EMAIL_SAME_AS_CURRENT')
    await mailOrderAgain(context, tx, order)
    return { confirmedBy: rule }
  }
  const forNew = generateToken()
  const forOld = rule === 'both_addresses' ? generateToken() : undefined
  await insertAddressChange(tx, {
    orderId,
    requestedBy: REQUESTED_BY[requester],
    newEmail,
    newTokenHash: forNew.tokenHash,
    oldTokenHash: forOld?.tokenHash ?? null,
    expiresAt: new Date(Date.now() + LIFETIME_HOURS * HOUR_MS),
  })
  const requests = [
    { side: 'new' as const, to: newEmail, newEmail, token: forNew.token },
    ...(forOld
      ? [{ side: 'old' as const, to: order.payerEmail, newEmail, token: forOld.token }]
      : []),
  ]
  // Two changes in opposite directions count the same mailboxes, and must do so in the same order.
  for (const request of requests.toSorted(byMailbox))
    await askToConfirm(context, tx, order, request)
  return { confirmedBy: rule }
}

/** Tells whether an address belongs to a seller: to the account, or as the one that buyers see. */
async function isMailboxOfSeller(tx: Transaction, sellerId: number, email: string) {
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, sellerId))
  const { contactEmail } = await findSellerContact(tx, sellerId)
  return [account?.email, contactEmail].some(own => own && toMailbox(own) === toMailbox(email))
}

/**
 * Emails the links of an order to the address that it has already. Sellers and whoever has the link see only a part of
 * the address: they get the same answer as for another one, and cannot find it out by guessing.
 */
async function mailOrderAgain(context: Context, tx: Transaction, order: OrderRow): Promise<void> {
  const described = await describeOrder(context, tx, order)
  const isWaiting = order.state !== 'approved'
  await context.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    orderIds: [order.id],
    locale: order.language,
    content: { kind: 'orders_resent', orders: [{ ...described, ...(isWaiting && { isWaiting }) }] },
  })
}

async function askToConfirm(
  { mailQueue, config: { publicOrigin } }: Context,
  tx: Transaction,
  order: OrderRow,
  {
    side,
    to,
    newEmail,
    token,
  }: { side: 'new' | 'old'; to: string; newEmail: string; token: string },
): Promise<void> {
  await mailQueue.enqueue(tx, {
    to,
    orderIds: [order.id],
    locale: order.language,
    content: {
      kind: 'order_address_request',
      side,
      number: order.number,
      sellerUsername: await findUsername(tx, order.sellerId),
      newEmail: maskBuyerEmail(newEmail),
      link: `${publicOrigin}/order-email/${token}`,
    },
  })
}

/**
 * Records that the owner of an address agrees to a change, and applies the change once everybody agrees who must.
 * @returns the token of the order's new link, if the change is applied and the new address has just agreed
 * @throws ApiError ERROR_INVALID_OR_EXPIRED_TOKEN if the token is not valid or another change was applied;
 * PAYMENT_STATUS_ALREADY_CHANGED if the order's address can no longer be changed
 */
export async function confirmAddressChange(
  context: Context,
  token: string,
): Promise<AddressConfirmation> {
  const tokenHash = hashToken(token)
  const pending = await findAddressChange(context.db, tokenHash)
  if (!pending) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
  return runTransaction(context.db, async tx => {
    // The order is locked first, so that of two simultaneous changes only one finds its row.
    const order = await lockOrder(tx, pending.orderId)
    const change = await findAddressChange(tx, tokenHash)
    if (!order || !change) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
    const isNewAddress = change.newTokenHash === tokenHash
    const confirmedAt = new Date()
    const confirmed = {
      ...change,
      ...(isNewAddress ? { newConfirmedAt: confirmedAt } : { oldConfirmedAt: confirmedAt }),
    }
    await updateAddressChange(tx, change.id, {
      newConfirmedAt: confirmed.newConfirmedAt,
      oldConfirmedAt: confirmed.oldConfirmedAt,
    })
    if (!(await isAgreed(context, tx, order, confirmed)))
      return { state: 'waiting', orderToken: null }
    const tokenVersion = await applyChange(context, tx, order, confirmed)
    return {
      state: 'changed',
      orderToken: isNewAddress ? context.orderTokens.create(order.id, tokenVersion) : null,
    }
  })
}

/**
 * Tells whether everybody has agreed who must. A seller's request that needed only the new address also needs the
 * current one if the buyer has downloaded a file in the meantime; the current address is then asked.
 */
async function isAgreed(
  context: Context,
  tx: Transaction,
  order: OrderRow,
  change: AddressChangeRow,
): Promise<boolean> {
  const requester = change.requestedBy === 'buyer' ? 'browser' : change.requestedBy
  const rule = await findChangeRule(tx, order, requester)
  if (rule === 'refused') throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  if (rule === 'both_addresses' && change.oldTokenHash === null) {
    const forOld = generateToken()
    await updateAddressChange(tx, change.id, { oldTokenHash: forOld.tokenHash })
    await askToConfirm(context, tx, order, {
      side: 'old',
      to: order.payerEmail,
      newEmail: change.newEmail,
      token: forOld.token,
    })
    return false
  }
  const hasOldAgreed = change.oldTokenHash === null || change.oldConfirmedAt !== null
  return change.newConfirmedAt !== null && hasOldAgreed
}

/**
 * Gives an order its new address. Every link that was sent before dies, the new address gets the order by email, and
 * the former one is told.
 * @returns the order's new token version
 */
async function applyChange(
  context: Context,
  tx: Transaction,
  { id, payerEmail: formerEmail }: OrderRow,
  { newEmail, requestedBy }: AddressChangeRow,
): Promise<number> {
  await tx.update(orders).set({ payerEmail: newEmail }).where(eq(orders.id, id))
  await deleteAddressChanges(tx, id)
  await recordOrderEvent(tx, id, 'email_changed', {
    requestedBy,
    address: maskBuyerEmail(newEmail),
  })
  const order = (await findOrder(tx, id))!
  if (canResendDelivery(order)) await resendDelivery(tx, order)
  else {
    const renewed = { ...order, ...(await renewToken(tx, id)) }
    await context.mailQueue.enqueue(tx, {
      to: newEmail,
      orderIds: [order.id],
      locale: order.language,
      // The new address has just agreed.
      isAskedByOwner: true,
      content: { kind: 'orders_resent', orders: [await describeOrder(context, tx, renewed)] },
    })
  }
  await context.mailQueue.enqueue(tx, {
    to: formerEmail,
    orderIds: [order.id],
    locale: order.language,
    content: {
      kind: 'order_address_changed',
      isPaid: order.approvedAt !== null,
      number: order.number,
      sellerUsername: await findUsername(tx, order.sellerId),
      newEmail: maskBuyerEmail(newEmail),
    },
  })
  return (await findOrder(tx, id))!.tokenVersion
}
