import type { OrderEntry } from '#contract/orders/payment-link.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options?: { locale: Locale }) => string

const TEXTS: Record<OrderEntry, Text> = {
  link: m.entry_link,
  button: m.entry_button,
  qr: m.entry_qr,
  cart: m.entry_cart,
  page: m.entry_page,
}

/**
 * Returns the text for how a buyer came to an order.
 * @param locale the language, by default that of the page
 */
export const orderEntryText = (entry: OrderEntry, locale?: Locale): string =>
  TEXTS[entry]({}, locale && { locale })
