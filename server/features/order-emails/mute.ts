import type { OrderTokens } from '#server/features/orders/order-token.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { setPaymentEmailsMuted } from './queries.ts'

/**
 * Stops the emails about paying an order, or sends them again. A repetition changes nothing. An email that waits
 * for the mail server is not sent either.
 * @param token that of the link in these emails, or that of the order page
 * @throws ApiError as `getOrderByToken`
 */
export async function mutePaymentEmails(
  deps: OrdersDeps,
  token: string,
  isMuted: boolean,
): Promise<void> {
  const orderId = deps.orderTokens.readMute(token) ?? (await getOrderByToken(deps, token)).id
  await setPaymentEmailsMuted(deps.db, orderId, isMuted)
}

/** Returns the URLs at which a buyer stops the emails about paying an order. */
export function buildMuteLinks(
  { publicOrigin, orderTokens }: { publicOrigin: string; orderTokens: OrderTokens },
  orderId: string,
): { pageUrl: string; oneClickUrl: string } {
  const token = orderTokens.createMute(orderId)
  return {
    pageUrl: `${publicOrigin}/mute-order/${token}`,
    oneClickUrl: `${publicOrigin}/api/public/order/${token}/mute`,
  }
}
