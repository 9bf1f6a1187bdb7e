import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, IdText } from '../core/fields.ts'

export const AvailabilityForm = z.object({ email: Email })
export type AvailabilityForm = z.infer<typeof AvailabilityForm>

/**
 * Stores an email address that wants to know when a product can be bought, because its seller cannot be paid yet. One
 * email is sent when the product can be bought, and the address is deleted then, or after 180 days. The reply is the
 * same for every address.
 */
export const requestAvailabilityEmail = endpoint({
  method: 'POST',
  path: '/public/product/:id/availability',
  summary: 'Ask for an email when a product can be bought',
  access: 'public',
  captcha: { action: 'availability_form', in: 'header' },
  params: z.object({ id: IdText }),
  body: AvailabilityForm,
  status: 202,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
