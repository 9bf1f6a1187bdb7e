import type { BuyerEventKind } from '#contract/orders/events.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { findReturnPromise } from '#contract/products/guarantee.ts'
import { findUsername } from '#server/db/username.ts'
import { buildMailCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { WrittenEmail } from '#server/mail/queue.ts'
import type { EmailContent } from '#server/mail/template.ts'
import { buildReceipt } from '#server/features/orders/rules/order-receipt.ts'
import { findTopic, isEventMuted } from './mute.ts'
import { buildMuteLinks } from '#server/mail/mute-links.ts'
import { hasItemRefunds } from './queries.ts'
import { buildOrderLink } from '#server/mail/order-tokens.ts'
import { findDecisiveAttempt } from '#server/features/orders/rules/payment-state.ts'
import { chooseItemFiles } from '#server/features/orders/files/item-files.ts'
import { type ItemFileRow, findItemFileVersions } from '#server/features/orders/files/queries.ts'
import { findOrderItems, findPayments, findSellerContact } from '#server/features/orders/queries.ts'
import { findNamesBoughtBefore } from '#server/features/orders/grant-queries.ts'
import type { Context } from '#server/context.ts'
import { type StoredEvent, findOrderEvent } from './stored-event.ts'
import { type OrderNow, isStillNews, writeUpdate } from './write-update.ts'

/**
 * Writes the email to the buyer about an event of an order, from the order as it is now.
 * @returns undefined if there is nothing left to say, or the buyer wants no such emails any more
 */
export async function writeBuyerEmail(
  context: Context,
  eventId: number,
): Promise<WrittenEmail | undefined> {
  const event = (await findOrderEvent(context.db, eventId)) as
    | StoredEvent<BuyerEventKind>
    | undefined
  if (!event) return undefined
  const { order } = event
  if (await isEventMuted(context.db, event.kind, order.id)) return undefined
  const now: OrderNow = {
    order,
    attempts: await findPayments(context.db, order.id),
    hasItemRefunds: await hasItemRefunds(context.db, order.id),
    now: new Date(),
  }
  if (order.payerEmail === '' || !isStillNews(event, now)) return undefined
  return { to: order.payerEmail, ...(await writeContent(context, event, now)) }
}

async function writeContent(
  context: Context,
  event: StoredEvent<BuyerEventKind>,
  now: OrderNow,
): Promise<Omit<WrittenEmail, 'to'>> {
  switch (event.kind) {
    case 'given':
      return writeFreeCopy(context, now)
    case 'delivered':
    case 'resent':
      return event.order.totalMinor === 0
        ? writeFreeCopy(context, now)
        : writeDelivery(context, now, event.kind === 'delivered')
    case 'second_payment':
    case 'surplus_refused':
      return {
        content: {
          kind: 'paid_twice',
          amountMinor: event.data.amountMinor,
          isDelivered: event.order.state === 'approved',
          ...('isFinal' in event.data && {
            refusal: event.data.isFinal ? ('final' as const) : ('repeated' as const),
          }),
          receipt: buildReceipt(event.order),
          link: buildOrderLink(context, event.order),
        },
      }
    default:
      return { content: await writeOrderUpdate(context, event, now) }
  }
}

async function writeOrderUpdate(
  context: Context,
  event: Parameters<typeof writeUpdate>[0],
  now: OrderNow,
): Promise<EmailContent> {
  const { order } = now
  const topic = findTopic(event.kind)
  const items = await findOrderItems(context.db, order.id)
  return {
    kind: 'order_update',
    update: writeUpdate(event, now),
    order: {
      link: buildOrderLink(context, order),
      sellerUsername: await findUsername(context.db, order.sellerId),
      receipt: buildReceipt(order),
      items: items.map(({ name, priceMinor, imageKey }) => ({
        name,
        priceMinor,
        imageUrl: buildMailCoverUrl(context.config, imageKey),
      })),
      ...(topic && { mute: { topic, ...buildMuteLinks(context, order, topic) } }),
    },
  }
}

/** Writes the email with the link to the downloads of an order. A reply to it goes to the seller's contact email. */
async function writeDelivery(
  context: Context,
  { order, attempts }: OrderNow,
  isFirst: boolean,
): Promise<Omit<WrittenEmail, 'to'>> {
  const payment = findDecisiveAttempt(attempts, order.approvedPaymentId)
  const seller = await findSellerContact(context.db, order.sellerId)
  const boughtBefore = isFirst ? await findNamesBoughtBefore(context.db, order) : []
  const items = await findOrderItems(context.db, order.id)
  const versions = await findItemFileVersions(context.db, order.id)
  return {
    ...(seller.replyTo && { replyTo: seller.replyTo }),
    content: {
      kind: 'order_delivered',
      ...(boughtBefore.length > 0 && { boughtBefore }),
      ...(isFirst && { paidAt: (payment?.providerUpdatedAt ?? new Date()).toISOString() }),
      link: buildOrderLink(context, order),
      sellerUsername: seller.username,
      isAnsweredBySeller: seller.replyTo !== null,
      receipt: buildReceipt(order),
      items: items
        .filter(({ refundedMinor, priceMinor }) => refundedMinor < priceMinor || priceMinor === 0)
        .map(({ id, name, priceMinor, imageKey, guaranteeDays }) => ({
          name,
          guaranteeDays: findReturnPromise(context.config.withdrawal, guaranteeDays).guaranteeDays,
          files: listMailedFiles(versions, id),
          priceMinor,
          imageUrl: buildMailCoverUrl(context.config, imageKey),
        })),
      downloads: LIMITS.downloadsPerGrant,
      days: LIMITS.grantDays,
      methodType: payment?.methodType ?? null,
    },
  }
}

/** Lists the files of an item as an email names them. */
const listMailedFiles = (versions: ItemFileRow[], id: number) =>
  chooseItemFiles(versions.filter(({ itemId }) => itemId === id)).map(
    ({ file: { fileName, sizeBytes } }) => ({ fileName, sizeBytes }),
  )

/** Writes the email with the link to the files of an order that cost nothing. */
async function writeFreeCopy(
  context: Context,
  { order }: OrderNow,
): Promise<Omit<WrittenEmail, 'to'>> {
  const items = await findOrderItems(context.db, order.id)
  const versions = await findItemFileVersions(context.db, order.id)
  const seller = await findSellerContact(context.db, order.sellerId)
  return {
    content: {
      kind: 'free_copy',
      link: buildOrderLink(context, order),
      sellerUsername: seller.username,
      items: items.map(({ id, name, imageKey }) => ({
        name,
        imageUrl: buildMailCoverUrl(context.config, imageKey),
        files: listMailedFiles(versions, id),
      })),
      downloads: LIMITS.downloadsPerGrant,
      days: LIMITS.grantDays,
    },
  }
}
