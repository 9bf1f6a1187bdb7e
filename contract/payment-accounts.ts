import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IsoDateTime, machineText } from './core/fields.ts'

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
 * A seller's payment account. `unlinked` means that the seller unlinked it on this site. `revoked` means that the
 * seller withdrew the marketplace's access at MercadoPago. `refresh_refused` means that MercadoPago refused to refresh
 * the tokens.
 */
export const PaymentAccount = z.object({
  state: PaymentAccountState,
  /** Whether buyers can pay this seller now. */
  canSell: z.boolean(),
  /** Whether sales can continue, or the seller must act first. */
  mustAct: z.enum(['nobody', 'seller']),
  since: z.nullable(IsoDateTime),
  /**
   * The time when the marketplace's access to the seller's MercadoPago account expires. The server renews it before
   * that time.
   */
  permissionUntil: z.nullable(IsoDateTime),
  /** The number of the seller's orders that buyers can still pay, whatever the state of the account. */
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
    code: z.optional(machineText(500)),
    state: z.optional(machineText(500)),
    error: z.optional(machineText(500)),
  }),
})
