import * as z from 'zod/mini'
import { PreviewImage } from './products.ts'
import { endpoint } from '../core/endpoint.ts'
import { IMAGE_ERRORS } from '../core/errors.ts'
import { Id, IdText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

const byId = z.object({ id: IdText })
const Previews = z.object({ previews: z.array(PreviewImage) })

/**
 * Adds a preview image to a product. The file field `preview_file` holds a jpg, jpeg, png, webp, gif or avif of up to 5
 * MB. Answers 409 if the product already has eight previews.
 */
export const addPreview = endpoint({
  method: 'POST',
  path: '/product/:id/previews',
  summary: 'Add a preview image',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
  params: byId,
  form: z.object({}),
  files: ['preview_file'],
  reply: Previews,
  status: 201,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    ...IMAGE_ERRORS,
    'ERROR_UPLOADING_FILES',
    'ERROR_UPLOAD_TOO_SLOW',
    'ERROR_UNEXPECTED_PARAMETER',
  ],
  unusualStatuses: [['ERROR_UNEXPECTED_PARAMETER', 409]],
})

/**
 * Changes the sequence of a product's previews. `order` must hold the id of each preview once; otherwise the endpoint
 * answers INVALID_DATA.
 */
export const reorderPreviews = endpoint({
  method: 'PUT',
  path: '/product/:id/previews',
  summary: 'Reorder the preview images',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
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
  summary: 'Delete a preview image',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
  params: z.object({ id: IdText, previewId: IdText }),
  reply: Previews,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
