import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText, optionalText, requiredName, requiredText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

export const TESTIMONIAL_LANGUAGES = ['es', 'en'] as const

/** A quote of a seller on the home page. */
export const Testimonial = z.object({
  id: z.int(),
  name: z.string(),
  /** The seller's occupation, such as `Ebooks de cocina`. */
  trade: z.string(),
  quote: z.string(),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** The username of the seller whose kiosk the testimonial links to; null for no link. */
  username: z.nullable(z.string()),
  /** True for an invented testimonial of the demo data, which the home page marks as an example. */
  isSample: z.boolean(),
})
export type Testimonial = z.infer<typeof Testimonial>

/** Lists the testimonials in the language of the request or, if there are none, in any language; at most 12. */
export const listTestimonials = endpoint({
  method: 'GET',
  path: '/public/testimonials',
  summary: 'List the testimonials for the home page',
  access: 'public',
  reply: z.object({ testimonials: z.array(Testimonial) }),
})

/** A testimonial as admins see it. If it is `hidden`, the home page does not show it. */
export const AdminTestimonial = z.extend(Testimonial, { hidden: z.boolean() })
export type AdminTestimonial = z.infer<typeof AdminTestimonial>

export const TestimonialForm = z.object({
  name: requiredName(2, LIMITS.testimonial.name.max, 'issue_testimonial_name'),
  trade: requiredName(2, LIMITS.testimonial.trade.max, 'issue_testimonial_trade'),
  quote: requiredText(
    LIMITS.testimonial.quote.min,
    LIMITS.testimonial.quote.max,
    'issue_testimonial_quote',
    'issue_testimonial_quote_long',
  ),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** The username of the seller to link to, with or without the @; an empty text for no link. */
  username: optionalText(20),
  hidden: z.boolean(),
})
export type TestimonialForm = z.infer<typeof TestimonialForm>

const list = z.object({ testimonials: z.array(AdminTestimonial) })
const byId = z.object({ id: IdText })

export const listAllTestimonials = endpoint({
  method: 'GET',
  path: '/admin/testimonials',
  summary: 'List all testimonials in their order',
  access: 'admin',
  reply: list,
})

/** Adds a testimonial after all others. */
export const addTestimonial = endpoint({
  method: 'POST',
  path: '/admin/testimonials',
  summary: 'Add a testimonial',
  access: 'admin',
  audit: 'add_testimonial',
  body: TestimonialForm,
  reply: AdminTestimonial,
  status: 201,
  errors: ['USER_NOT_FOUND'],
})

/**
 * Changes a testimonial. Answers 404 UNKNOWN_ERROR for an unknown testimonial and USER_NOT_FOUND for an unknown
 * username.
 */
export const changeTestimonial = endpoint({
  method: 'PUT',
  path: '/admin/testimonials/:id',
  summary: 'Change, show or hide a testimonial',
  access: 'admin',
  audit: 'change_testimonial',
  params: byId,
  body: TestimonialForm,
  reply: AdminTestimonial,
  errors: ['USER_NOT_FOUND', 'UNKNOWN_ERROR'],
})

export const deleteTestimonial = endpoint({
  method: 'DELETE',
  path: '/admin/testimonials/:id',
  summary: 'Delete a testimonial',
  access: 'admin',
  audit: 'delete_testimonial',
  params: byId,
  errors: ['UNKNOWN_ERROR'],
})

/**
 * Changes the sequence of the testimonials to that of the ids in `order`. Testimonials whose id is missing there come
 * last, in their previous sequence.
 */
export const reorderTestimonials = endpoint({
  method: 'PUT',
  path: '/admin/testimonials',
  summary: 'Put the testimonials in order',
  access: 'admin',
  audit: 'order_testimonials',
  body: z.object({ order: z.array(Id).check(z.maxLength(200)) }),
  reply: list,
})
