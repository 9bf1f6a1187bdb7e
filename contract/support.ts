import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Email, requiredText } from './core/fields.ts'
import { LIMITS } from './core/limits.ts'

/** A message to support, with the email address for the answer. */
export const SupportForm = z.object({
  email: Email,
  message: requiredText(10, LIMITS.message.max, 'issue_message_short', 'issue_message_long'),
})
export type SupportForm = z.infer<typeof SupportForm>

/** Sends a message to support, at most ten an hour from one IP address. */
export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/public/support',
  summary: 'Send a message to support',
  access: 'public',
  captcha: { action: 'support_form', in: 'header' },
  body: SupportForm,
  status: 202,
})
