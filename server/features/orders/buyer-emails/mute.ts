import type { OrderTokens } from '../order-token.ts'
import type { OrdersDeps } from '../deps.ts'
import { getOrderByToken } from '../order.ts'
import { setPaymentEmailsMuted } from './queries.ts'

/**
 * Stops the emails about paying an order, or sends them again. A repetition changes nothing. An email that was queued
 * before is still sent.
 * @throws ApiError as `getOrderByToken`
 */
export async function mutePaymentEmails(
  deps: OrdersDeps,
  token: string,
  isMuted: boolean,
): Promise<void> {
  const order = await getOrderByToken(deps, token)
  await setPaymentEmailsMuted(deps.db, order.id, isMuted)
}

/** Returns the URLs at which a buyer stops the emails about paying an order. */
export function buildMuteLinks(
  { publicOrigin, orderTokens }: { publicOrigin: string; orderTokens: OrderTokens },
  order: { id: string; tokenVersion: number },
): { pageUrl: string; oneClickUrl: string } {
  const token = orderTokens.create(order.id, order.tokenVersion)
  return {
    pageUrl: `${publicOrigin}/mute-order/${token}`,
    oneClickUrl: `${publicOrigin}/api/public/order/${token}/mute`,
  }
}
