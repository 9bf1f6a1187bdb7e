import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { machineText, requiredText } from './core/fields.ts'
import { LIMITS } from './core/limits.ts'

/** A buyer's message to the seller of an order. */
export const OrderMessageForm = z.object({
  message: requiredText(10, LIMITS.message.max, 'issue_message_short', 'issue_message_long'),
})
export type OrderMessageForm = z.infer<typeof OrderMessageForm>

/**
 * Emails a message of whoever has the link of an order to its seller, at most three a day. The email says whether the
 * order is paid. The seller gets the buyer's address to answer to; the buyer learns the seller's address only from the
 * answer. Answers 409 if the seller's account is closed.
 */
export const messageSeller = endpoint({
  method: 'POST',
  path: '/public/order/:token/message',
  summary: 'Write to the seller of an order',
  access: 'public',
  captcha: { action: 'order_message_form', in: 'header' },
  params: z.object({ token: machineText(200) }),
  body: OrderMessageForm,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})
