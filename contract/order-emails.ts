import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { machineText } from './core/fields.ts'

/**
 * The emails that their receiver can stop: about paying an order, about changes of its files, reminders to review what
 * was bought, and those that anybody can cause who types the address. The first two are chosen for an order, the others
 * for a mailbox. What somebody has bought, refunds and security notices are always sent.
 */
export const EMAIL_TOPICS = ['payment', 'files', 'reviews', 'unasked'] as const
export const EmailTopic = z.enum(EMAIL_TOPICS)
export type EmailTopic = z.infer<typeof EmailTopic>

/**
 * The token of the link in these emails, which names the receiver's mailbox, and the order that the email was about,
 * without telling them. It does nothing else and works for good. The token of an order page names the order alone.
 */
const token = machineText(200)

export const EmailChoices = z.object({
  topics: z.array(z.object({ topic: EmailTopic, isMuted: z.boolean() })),
})
export type EmailChoices = z.infer<typeof EmailChoices>

export const getEmailChoices = endpoint({
  method: 'GET',
  path: '/public/emails/:token',
  summary: 'List which emails their receiver has stopped',
  access: 'public',
  params: z.object({ token }),
  reply: EmailChoices,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Stops the emails on a topic, or sends them again with `muted=0`. Mail programs call it to stop them. */
export const setEmailChoice = endpoint({
  method: 'POST',
  path: '/public/emails/:token/:topic',
  summary: 'Stop the emails on a topic, or send them again',
  access: 'public',
  oneClick: true,
  params: z.object({ token, topic: EmailTopic }),
  query: z.object({ muted: z.optional(z.enum(['0', '1'])) }),
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED', 'ERROR_MISSING_OR_EXPIRED_TOKEN'],
})
