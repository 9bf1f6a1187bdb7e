import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'

/** How a payment method works, which decides the icon of its badge. */
export type MethodKind = 'card' | 'cash' | 'transfer' | 'wallet'

export interface PaymentMethod {
  kind: MethodKind
  name: () => string
}

const named = (kind: MethodKind, name: string): PaymentMethod => ({ kind, name: () => name })

const CARDS: PaymentMethod = { kind: 'card', name: m.buy_method_cards }
const WALLET: PaymentMethod = { kind: 'wallet', name: m.buy_method_wallet }

/**
 * The best known methods besides cards and the balance at MercadoPago, by the country of the currency. Everything that
 * the site says about methods follows from this table.
 * Source: MercadoPago's OpenAPI document, the overlay of each country (github.com/mercadopago/openapi, 2026-06-24).
 */
const LOCAL_METHODS: Record<Currency, PaymentMethod[]> = {
  ARS: [named('cash', 'Rapipago'), named('cash', 'Pago Fácil')],
  BRL: [named('transfer', 'Pix'), named('cash', 'Boleto')],
  MXN: [named('cash', 'OXXO'), named('transfer', 'CLABE')],
  CLP: [named('transfer', 'Webpay'), named('transfer', 'Khipu')],
  COP: [named('transfer', 'PSE'), named('cash', 'Efecty')],
  PEN: [named('cash', 'PagoEfectivo')],
  UYU: [named('cash', 'Abitab'), named('cash', 'Redpagos')],
}

/** Returns the payment methods that MercadoPago offers to buyers who pay in a currency. */
export const listPaymentMethods = (currency: Currency): PaymentMethod[] => [
  CARDS,
  WALLET,
  ...LOCAL_METHODS[currency],
]
