import { buildPaymentLinkPath } from '#contract/orders/payment-link.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { escapeHtml } from '#web/shared/render-markdown.ts'

/**
 * Renders the link to the page of a product that takes a coupon, as HTML. Only the server does, so that visitors load
 * no script for it.
 */
export function renderCouponLink({ id }: { id: number }, locale: Locale): string {
  const path = buildPaymentLinkPath({ ids: [id], couponCode: '' })
  return `<a class="link inline-flex min-h-11 items-center text-small" href="${path}">${escapeHtml(m.coupon_have({}, { locale }))}</a>`
}
