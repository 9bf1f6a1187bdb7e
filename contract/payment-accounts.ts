import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IsoDateTime } from './core/fields.ts'

/** Why a seller's account at the provider cannot sell, or that it can. */
export const PaymentAccountState = z.enum([
  'never_linked',
  'linked',
  'unlinked',
  'revoked',
  'refresh_refused',
])
export type PaymentAccountState = z.infer<typeof PaymentAccountState>

/**
 * `state` is the reason as well: `unlinked` by the seller here, `revoked` by the seller at MercadoPago,
 * `refresh_refused` by MercadoPago.
 */
export const PaymentAccount = z.object({
  state: PaymentAccountState,
  /** Whether a buyer can pay now. */
  canSell: z.boolean(),
  /** Who has to do something before sales go on. */
  mustAct: z.enum(['nobody', 'seller']),
  since: z.nullable(IsoDateTime),
  /** Until when the permission lasts by itself; it is renewed on the way. */
  permissionUntil: z.nullable(IsoDateTime),
  /** Orders whose payment is still to come, in whatever state the account is. */
  openOrders: z.int(),
  /** The provider's id of the seller, so that they know which account is meant. */
  collectorId: z.nullable(z.string()),
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

/** What the way back from the provider's consent page says on the profile screen. */
export const LINK_OUTCOMES = ['linked', 'denied', 'taken', 'failed'] as const
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]

export const getMercadoPagoAuthUrl = endpoint({
  method: 'GET',
  path: '/mercadopago/auth-url',
  summary: 'Where to link the MercadoPago account',
  access: 'verified',
  reply: z.object({ authURL: z.string() }),
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/mercadopago',
  summary: "State of the seller's MercadoPago account",
  access: 'verified',
  reply: PaymentAccount,
})

export const unlinkMercadoPago = endpoint({
  method: 'DELETE',
  path: '/mercadopago',
  summary: 'Unlink the MercadoPago account: sales stop at once',
  access: 'verified',
})

/** A browser navigation: answers 302 to /dashboard/profile/payment?outcome=…, never JSON. */
export const mercadoPagoCallback = endpoint({
  method: 'GET',
  path: '/mercadopago/callback',
  summary: 'Back from the consent page',
  access: 'verified',
  status: 302,
  query: z.object({
    code: z.optional(z.string()),
    state: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
})
