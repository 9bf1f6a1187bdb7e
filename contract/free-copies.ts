import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { Email, IdText } from './core/fields.ts'

export const FreeCopyForm = z.object({ email: Email })
export type FreeCopyForm = z.infer<typeof FreeCopyForm>

/**
 * Emails the link to the files of a product whose price is 0. The files are not in the reply, so that only the owner of
 * the address gets them, and the reply does not tell anything about the address.
 */
export const requestFreeCopy = endpoint({
  method: 'POST',
  path: '/public/product/:id/free-copy',
  summary: 'Email a link to the files of a free product',
  access: 'public',
  captcha: { action: 'free_copy_form', in: 'header' },
  params: z.object({ id: IdText }),
  body: FreeCopyForm,
  /** Whether new addresses have to wait, because too many people ask for free products at the moment. */
  reply: z.object({ isDelayed: z.boolean() }),
  status: 202,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
})
