import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { findOrderByRequestKey, insertOrder } from '#server/features/orders/checkout/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { insertGrants, refillGrants } from '#server/features/orders/grant-queries.ts'
import { findOrderItems, lockOrder } from '#server/features/orders/queries.ts'
import { createGrantTerms } from '#server/features/orders/rules/access-rules.ts'
import { runOnce } from '#server/http/idempotency.ts'
import type { Context } from '#server/context.ts'
import type { Locale } from '#messages/runtime'
import { lockFreeProduct } from './queries.ts'

/** What an order that costs nothing says of itself. */
type FreeOrder = Pick<
  Parameters<typeof insertOrder>[1],
  'sellerId' | 'payerEmail' | 'language' | 'requestKey' | 'couponCode' | 'couponMinor'
>

/** A request for a free product. `mailboxDigest` is the keyed digest of the mailbox of `email`. */
export interface CopyRequest {
  productId: number
  email: string
  mailboxDigest: string
  locale: Locale
}

/**
 * Emails the link to the files of a free product. A mailbox has one order of a product: a repeated request emails its
 * link again and refills the downloads. Nothing happens if the product is not free any more.
 */
export async function sendFreeCopy(context: Context, request: CopyRequest): Promise<void> {
  const { productId, mailboxDigest } = request
  await giveOnce(context, `free-copy:${productId}:${mailboxDigest}`, (tx, key) =>
    giveCopy(context, tx, request, key),
  )
}

/**
 * Gives files once: a repeated request emails the link of its order again and refills the downloads.
 * @param name what the request is recognized by
 * @param give makes the order with the key of the request
 */
export async function giveOnce(
  context: Context,
  name: string,
  give: (tx: Transaction, requestKey: string) => Promise<void>,
): Promise<void> {
  const key = createHash('sha256').update(name).digest('base64url')
  await runOnce<true>(
    { key, digest: key },
    async ({ key }) => (await findOrderByRequestKey(context.db, key)) && sendAgain(context, key),
    () =>
      runTransaction(context.db, async (tx): Promise<true> => {
        await give(tx, key)
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

async function giveCopy(
  context: Context,
  tx: Transaction,
  { productId, email, locale }: CopyRequest,
  requestKey: string,
): Promise<void> {
  const product = await lockFreeProduct(tx, productId)
  if (!product) return
  const { sellerId, editionId, name } = product
  await insertFreeOrder(
    context,
    tx,
    { sellerId, payerEmail: email, language: locale, requestKey },
    [
      {
        productId,
        editionId,
        name,
        priceMinor: 0,
        feePercent: 0,
        feeMinor: 0,
        sellerShareMinor: 0,
      },
    ],
  )
}

/**
 * Makes an order that costs nothing, and grants its files. No payment, no payment account and no receipt belong to it.
 * @returns the id of the order
 */
export async function insertFreeOrder(
  { termsVersion, config: { currency } }: Context,
  tx: Transaction,
  order: FreeOrder,
  lines: Parameters<typeof insertOrder>[2],
): Promise<string> {
  const now = new Date()
  const { id } = await insertOrder(
    tx,
    {
      ...order,
      id: randomUUID(),
      collectorId: '',
      termsVersion,
      state: 'approved',
      currency,
      totalMinor: 0,
      feeMinor: 0,
      providerKey: randomUUID(),
      createdAt: now,
      approvedAt: now,
      expiresAt: now,
      nextCheckAt: null,
    },
    lines,
  )
  const items = await findOrderItems(tx, id)
  await insertGrants(
    tx,
    items.map(({ id }) => id),
    createGrantTerms(),
  )
  await recordOrderEvent(tx, id, 'ordered')
  await recordOrderEvent(tx, id, 'given')
  return id
}
