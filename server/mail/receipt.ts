import { formatDate } from '#contract/core/format-date.ts'
import { formatAmount } from '#contract/core/format.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { OrderReceipt } from './template.ts'

/** Returns the line that tells orders apart: "Pedido 1a2b3c4d · 21 de noviembre de 2026 · Total: $ 8.900". */
export function formatReceipt(
  { number, date, totalMinor, currency, coupon }: OrderReceipt,
  locale: Locale,
): string {
  const day = formatDate(date, locale, BUYER_TIME_ZONES[currency].timeZone)
  const total =
    totalMinor > 0 ? formatAmount(totalMinor, currency, locale) : m.price_free({}, { locale })
  const line = m.mail_receipt({ number, date: day, total }, { locale })
  if (!coupon) return line
  const discount = formatAmount(coupon.discountMinor, currency, locale)
  return `${line} · ${m.coupon_took_off({ code: coupon.code, discount }, { locale })}`
}
