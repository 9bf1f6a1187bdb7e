import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { machineText } from './core/fields.ts'

/** The token in an email names its receiver's mailbox, without telling it. It works for good. */
const byToken = z.object({ token: machineText(200) })

/**
 * Stops the emails to a mailbox that anybody can cause who types its address, such as vouchers of unpaid orders and links
 * to confirm an address. What the owner has bought is delivered all the same. Mail programs call it too.
 */
export const muteMailbox = endpoint({
  method: 'POST',
  path: '/public/mailbox/:token/mute',
  summary: 'Stop the emails to a mailbox that anybody can cause',
  access: 'public',
  oneClick: true,
  params: byToken,
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN'],
})

/** Sends the emails to a mailbox that anybody can cause again. */
export const unmuteMailbox = endpoint({
  method: 'DELETE',
  path: '/public/mailbox/:token/mute',
  summary: 'Send the emails to a mailbox that anybody can cause again',
  access: 'public',
  params: byToken,
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN'],
})
