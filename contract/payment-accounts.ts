import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IsoDateTime } from './core/fields.ts'

/** The state of a seller's account at MercadoPago. Only a linked account can sell. */
export const PaymentAccountState = z.enum([
  'never_linked',
  'linked',
  'unlinked',
  'revoked',
  'refresh_refused',
])
export type PaymentAccountState = z.infer<typeof PaymentAccountState>

/**
 * A seller's payment account. `unlinked` means that the seller unlinked it here, `revoked` that they withdrew the
 * permission at MercadoPago, `refresh_refused` that MercadoPago refused to refresh the tokens.
 */
export const PaymentAccount = z.object({
  state: PaymentAccountState,
  /** Whether buyers can pay now. */
  canSell: z.boolean(),
  /** Who must act before sales can continue. */
  mustAct: z.enum(['nobody', 'seller']),
  since: z.nullable(IsoDateTime),
  /** The time when the seller's permission expires; it is refreshed automatically before. */
  permissionUntil: z.nullable(IsoDateTime),
  /** The number of orders that can still be paid, whatever the account's state. */
  openOrders: z.int(),
  /** MercadoPago's id of the account, by which the seller can recognize it. */
  collectorId: z.nullable(z.string()),
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

/** The outcomes of linking an account, which the profile screen shows after MercadoPago's consent page. */
export const LINK_OUTCOMES = ['linked', 'denied', 'taken', 'failed'] as const
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]

export const getMercadoPagoAuthUrl = endpoint({
  method: 'GET',
  path: '/mercadopago/auth-url',
  summary: 'Get the URL for linking a MercadoPago account',
  access: 'verified',
  reply: z.object({ authURL: z.string() }),
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/mercadopago',
  summary: "Get the state of the seller's MercadoPago account",
  access: 'verified',
  reply: PaymentAccount,
})

export const unlinkMercadoPago = endpoint({
  method: 'DELETE',
  path: '/mercadopago',
  summary: 'Unlink the MercadoPago account, which stops sales at once',
  access: 'verified',
})

/** MercadoPago's consent page redirects the browser to this URL, which redirects to /dashboard/profile/payment?outcome=… */
export const mercadoPagoCallback = endpoint({
  method: 'GET',
  path: '/mercadopago/callback',
  summary: 'Return from the consent page',
  access: 'verified',
  status: 302,
  query: z.object({
    code: z.optional(z.string()),
    state: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
})
