import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { machineText } from './core/fields.ts'

/** The token of the link in these emails, which does nothing else, or that of the order page. */
const byToken = z.object({ token: machineText(200) })

/**
 * Stops the emails about an order that waits for its payment: vouchers, their deadlines and declined payments. Emails
 * after the payment, such as the delivery, are sent all the same. Mail programs call this endpoint too.
 */
export const mutePaymentEmails = endpoint({
  method: 'POST',
  path: '/public/order/:token/mute',
  summary: 'Stop the emails about an unpaid order',
  access: 'public',
  oneClick: true,
  params: byToken,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Sends the emails about an order that waits for its payment again. */
export const unmutePaymentEmails = endpoint({
  method: 'DELETE',
  path: '/public/order/:token/mute',
  summary: 'Send the emails about an unpaid order again',
  access: 'public',
  params: byToken,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Stops the emails about changes of the files of an order. The order page keeps showing them. Mail programs call this endpoint too. */
export const muteFileEmails = endpoint({
  method: 'POST',
  path: '/public/order/:token/mute-files',
  summary: 'Stop the emails about changed files of an order',
  access: 'public',
  oneClick: true,
  params: byToken,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Sends the emails about changes of the files of an order again. */
export const unmuteFileEmails = endpoint({
  method: 'DELETE',
  path: '/public/order/:token/mute-files',
  summary: 'Send the emails about changed files of an order again',
  access: 'public',
  params: byToken,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})
