import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { machineText } from '../core/fields.ts'

/** The token in an email names its receiver's address, without telling it. It works for good. */
const byToken = z.object({ token: machineText(200) })

/** Stops the reminders to review bought products for an email address, also for later orders. Mail programs call it too. */
export const muteReviewReminders = endpoint({
  method: 'POST',
  path: '/public/review-reminders/:token/mute',
  summary: 'Stop the reminders to review products for an email address',
  access: 'public',
  oneClick: true,
  params: byToken,
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN'],
})

/** Sends reminders to review bought products to an email address again. */
export const unmuteReviewReminders = endpoint({
  method: 'DELETE',
  path: '/public/review-reminders/:token/mute',
  summary: 'Send reminders to review products to an email address again',
  access: 'public',
  params: byToken,
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN'],
})
