import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Email, text } from './core/fields.ts'
import { LIMITS } from './core/limits.ts'

/** What somebody writes to the house, and where it answers. */
export const SupportForm = z.object({
  email: Email,
  message: text(10, LIMITS.message.max, 'issue_message_short', 'issue_message_long'),
})
export type SupportForm = z.infer<typeof SupportForm>

/** Ten an hour from one address. */
export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/public/support',
  summary: 'Write to the people behind the house',
  access: 'public',
  captcha: { action: 'support_form', in: 'header' },
  body: SupportForm,
  status: 202,
})
