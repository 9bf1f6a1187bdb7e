import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Email, machineText } from './core/fields.ts'

/**
 * Which addresses must agree to a change of an order's email address, each by a link in an email. `refused` if the
 * address cannot be changed now.
 */
export const ADDRESS_CHANGE_RULES = ['new_address', 'both_addresses', 'refused'] as const
export const AddressChangeRule = z.enum(ADDRESS_CHANGE_RULES)

export const AddressForm = z.object({ newEmail: Email })
export type AddressForm = z.infer<typeof AddressForm>

export const AddressChangeReply = z.object({ confirmedBy: AddressChangeRule })
export type AddressChangeReply = z.infer<typeof AddressChangeReply>

/** The error codes of a request to change the email address of an order. */
export const ADDRESS_CHANGE_ERRORS = [
  'PAYMENT_NOT_FOUND',
  'PAYMENT_STATUS_ALREADY_CHANGED',
  'ERROR_USER_EMAIL_SAME_AS_CURRENT',
] as const

/**
 * Asks for another email address of an order, at most three times a day. The new address must agree by a link in an
 * email. The current address must agree too, unless the call comes from the browser that made the order, which may also
 * use a replaced link.
 */
export const changeOrderEmail = endpoint({
  method: 'POST',
  path: '/public/order/:token/email',
  summary: 'Ask for another email address of an order',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  body: AddressForm,
  reply: AddressChangeReply,
  status: 202,
  errors: [...ADDRESS_CHANGE_ERRORS, 'ERROR_ORDER_LINK_REPLACED'],
})

export const AddressConfirmation = z.object({
  /** `waiting` if the other address must still agree. */
  state: z.enum(['changed', 'waiting']),
  /** The token of the order's new link, if the owner of the new address has just completed the change. */
  orderToken: z.nullable(z.string()),
})
export type AddressConfirmation = z.infer<typeof AddressConfirmation>

/** Agrees to a change with the token of one of the two emails. When all have agreed, every former link is invalid. */
export const confirmOrderEmail = endpoint({
  method: 'POST',
  path: '/public/order-email/:token',
  summary: 'Agree to another email address of an order',
  access: 'public',
  params: z.object({ token: machineText(100) }),
  reply: AddressConfirmation,
  errors: ['ERROR_INVALID_OR_EXPIRED_TOKEN', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
