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
  'unconfirmed',
])
export type PaymentAccountState = z.infer<typeof PaymentAccountState>

/**
 * A seller's payment account. `unlinked` means that the seller unlinked it on this site. `revoked` means that the
 * seller withdrew the marketplace's access at MercadoPago. `refresh_refused` means that MercadoPago refused to refresh
 * the tokens. `unconfirmed` means that the seller recovered the access to this site by email and has not confirmed yet
 * that the account is theirs.
 */
export const PaymentAccount = z.object({
  state: PaymentAccountState,
  /** Whether buyers can pay this seller now. */
  canSell: z.boolean(),
  /** Since when nobody can buy from the seller because refunds to buyers wait for money; null if this is not so. */
  salesClosedAt: z.nullable(IsoDateTime),
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
  /** The account that replaces this one at `activatesAt`. Until then buyers pay into this one. */
  replacement: z.nullable(z.object({ collectorId: z.string(), activatesAt: IsoDateTime })),
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

/** The outcomes of linking an account, which the profile screen shows after MercadoPago's consent page. */
export const LINK_OUTCOMES = [
  'linked',
  'waiting',
  'denied',
  'taken',
  'other_country',
  'test_account',
  'failed',
] as const
export type LinkOutcome = (typeof LINK_OUTCOMES)[number]

export const getMercadoPagoAuthUrl = endpoint({
  method: 'GET',
  path: '/mercadopago/auth-url',
  summary: 'Get the URL for linking a MercadoPago account',
  access: 'verified',
  needsRecentProof: true,
  reply: z.object({ authURL: z.string() }),
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/mercadopago',
  summary: "Get the state of the seller's MercadoPago account",
  access: 'verified',
  cacheTags: ['PaymentAccount'],
  reply: PaymentAccount,
})

export const unlinkMercadoPago = endpoint({
  method: 'DELETE',
  path: '/mercadopago',
  summary: 'Unlink the MercadoPago account, which stops sales at once',
  access: 'verified',
  cacheTags: ['PaymentAccount', 'User', 'Activity'],
  needsRecentProof: true,
})

export const confirmPaymentAccount = endpoint({
  method: 'POST',
  path: '/mercadopago/confirm',
  summary: 'Confirm after a recovery that the linked MercadoPago account is still the right one',
  access: 'verified',
  cacheTags: ['PaymentAccount', 'User', 'Activity'],
  needsRecentProof: true,
})

export const cancelPaymentAccountReplacement = endpoint({
  method: 'DELETE',
  path: '/mercadopago/replacement',
  summary: 'Keep the current MercadoPago account instead of the one that waits to replace it',
  access: 'verified',
  cacheTags: ['PaymentAccount', 'Activity'],
})

/** Undoes a replacement by the link in the email about it. The link works without a session. */
export const undoPaymentAccountReplacement = endpoint({
  method: 'POST',
  path: '/public/mercadopago/undo/:token',
  summary: 'Undo the replacement of a MercadoPago account by the link in the email',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  errors: ['ERROR_INVALID_OR_EXPIRED_TOKEN'],
})

/**
 * MercadoPago's consent page redirects the browser to this URL, which redirects to /dashboard/profile/payment?outcome=…
 */
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
