import type { NotificationEvent, NotificationKind } from '#contract/notifications.ts'
import type { EmailContent } from '#server/mail/template.ts'

/** Where a mail's button leads, below the site's address. */
const PAGES: Record<NotificationKind, string> = {
  sale: '/dashboard/sales',
  refund: '/dashboard/sales',
  refund_refused: '/dashboard/sales',
  chargeback: '/dashboard/sales',
  chargeback_won: '/dashboard/sales',
  order_review: '/dashboard/sales',
  storage_80: '/dashboard/products',
  storage_100: '/dashboard/products',
  account_unlinked: '/dashboard/profile/payment',
  product_taken_down: '/dashboard/products',
  product_restored: '/dashboard/products',
}

/** The mail that goes with a piece of news. An order's opens its drawer on the desk. */
export function emailFor({ kind, detail }: NotificationEvent, publicOrigin: string): EmailContent {
  const page = `${publicOrigin}${PAGES[kind]}`
  const link = detail.orderId ? `${page}?sale=${detail.orderId}` : page
  if (kind === 'account_unlinked')
    return { kind: 'payment_account_lost', reason: detail.account ?? 'unlinked', link }
  return {
    kind: 'seller_news',
    news: kind,
    link,
    product: detail.productName ?? '',
    more: Math.max(0, (detail.items ?? 1) - 1),
    amountMinor: detail.amountMinor ?? 0,
    currency: detail.currency ?? 'ARS',
    reason: detail.reason ?? '',
    review: detail.review ?? null,
    refusal: detail.refusal ?? null,
  }
}
