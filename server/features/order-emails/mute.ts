import { type BuyerEmail, ORDER_EVENTS, type OrderEventKind } from '#contract/orders/events.ts'
import type { MuteTopic } from '#server/mail/order-tokens.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import type { OrderRow } from '#server/features/orders/queries.ts'
import type { Context } from '#server/context.ts'
import { setEmailsMuted } from './queries.ts'

const MUTE_TOPICS: Partial<Record<BuyerEmail, MuteTopic>> = {
  about_paying: 'payment',
  about_files: 'files',
}

/** The paths of the page and of the endpoint that stop the emails on a topic. */
const MUTE_PATHS: Record<MuteTopic, { page: string; endpoint: string }> = {
  payment: { page: 'mute-order', endpoint: 'mute' },
  files: { page: 'mute-files', endpoint: 'mute-files' },
}

/** Returns the topic of the emails about an event of a kind; undefined if these cannot be stopped. */
export function findMuteTopic(kind: OrderEventKind): MuteTopic | undefined {
  const { buyer } = ORDER_EVENTS[kind]
  return buyer && MUTE_TOPICS[buyer]
}

/** Tells whether the buyer of an order wants no emails about events of a kind. */
export function isMuted(kind: OrderEventKind, order: OrderRow): boolean {
  const topic = findMuteTopic(kind)
  if (topic === undefined) return false
  return (topic === 'payment' ? order.paymentEmailsMutedAt : order.updateEmailsMutedAt) !== null
}

/**
 * Stops the emails about an order on a topic, or sends them again. A repetition changes nothing. An email that waits
 * for the mail server is not sent either.
 * @param token that of the link in these emails, or that of the order page
 * @throws ApiError as `getOrderByToken`
 */
export async function muteEmails(
  context: Context,
  token: string,
  topic: MuteTopic,
  shouldMute: boolean,
): Promise<void> {
  const orderId =
    context.orderTokens.readMute(token, topic) ?? (await getOrderByToken(context, token)).id
  await setEmailsMuted(context.db, orderId, topic, shouldMute)
}

/** Returns the URLs at which a buyer stops the emails about an order on a topic. */
export function buildMuteLinks(
  { config: { publicOrigin }, orderTokens }: Pick<Context, 'config' | 'orderTokens'>,
  orderId: string,
  topic: MuteTopic,
): { pageUrl: string; oneClickUrl: string } {
  const token = orderTokens.createMute(orderId, topic)
  const { page, endpoint } = MUTE_PATHS[topic]
  return {
    pageUrl: `${publicOrigin}/${page}/${token}`,
    oneClickUrl: `${publicOrigin}/api/public/order/${token}/${endpoint}`,
  }
}
