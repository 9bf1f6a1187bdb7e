import { createPreference } from '#contract/orders/orders.ts'
import type { SeenQuote } from '#contract/prices/quote.ts'
import { sum } from '#contract/core/sum.ts'
import type { ApiClient } from './api-client.ts'

/** What a page showed: the price of each product in whole units, and the parts of a pack. */
export const seeing = (
  ...lines: { id: number; price: number; partIds?: number[] }[]
): SeenQuote => ({
  total: sum(lines.map(({ price }) => price)),
  lines: lines.map(({ id, price, partIds = null }) => ({ id, price, partIds })),
})

/** Orders products that cost nothing, as the page does: with a captcha. */
export async function orderFree(
  visitor: ApiClient,
  ids: readonly number[],
  { email, coupon }: { email: string; coupon?: string },
) {
  return visitor.call(createPreference, {
    body: {
      products: ids.map(id => ({ id })),
      payerEmail: email,
      ...(coupon !== undefined && { coupon }),
    },
    captcha: await visitor.solveCaptcha(createPreference.captcha.action),
  })
}
