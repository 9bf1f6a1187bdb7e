import * as z from 'zod/mini'
import { Preview } from './products.ts'
import { endpoint } from '../core/endpoint.ts'
import { Id } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

const byId = z.object({ id: Id })
const Previews = z.object({ previews: z.array(Preview) })

/** One picture in the field `preview_file`, as a cover's: jpg, jpeg, png, webp or gif up to 5 MB. 409 past five. */
export const addPreview = endpoint({
  method: 'POST',
  path: '/product/:id/previews',
  summary: 'Hang a picture beside the cover',
  access: 'owner',
  params: byId,
  form: z.object({}),
  files: ['preview_file'],
  reply: Previews,
  status: 201,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    'ERROR_UPLOADING_PRODUCT_IMAGE',
    'ERROR_UPLOADING_FILES',
    'ERROR_UNEXPECTED_PARAMETER',
  ],
})

/** `order` names every preview of the product once; anything else is INVALID_DATA. */
export const orderPreviews = endpoint({
  method: 'PUT',
  path: '/product/:id/previews',
  summary: 'Put the pictures in another order',
  access: 'owner',
  params: byId,
  body: z.object({
    order: z.array(Id).check(z.maxLength(LIMITS.previewsPerProduct)),
  }),
  reply: Previews,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

export const deletePreview = endpoint({
  method: 'DELETE',
  path: '/product/:id/previews/:previewId',
  summary: 'Take a picture away',
  access: 'owner',
  params: z.object({ id: Id, previewId: Id }),
  reply: Previews,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
