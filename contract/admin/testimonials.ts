import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText, optionalText, requiredText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

export const TESTIMONIAL_LANGUAGES = ['es', 'en'] as const

/** A quote of a seller on the home page. */
export const Testimonial = z.object({
  id: z.int(),
  name: z.string(),
  /** What the seller does, such as `Ebooks de cocina`. */
  trade: z.string(),
  quote: z.string(),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** The seller whose kiosk the testimonial links to, or null. */
  username: z.nullable(z.string()),
  /** True for invented demo data, which every page marks as an example. */
  isSample: z.boolean(),
})
export type Testimonial = z.infer<typeof Testimonial>

/** Returns at most 12 testimonials in the language of the request or, if there are none, in any language. */
export const listTestimonials = endpoint({
  method: 'GET',
  path: '/public/testimonials',
  summary: 'List the testimonials for the home page',
  access: 'public',
  reply: z.object({ testimonials: z.array(Testimonial) }),
})

/** A testimonial as admins see it; hidden ones are not shown to the public. */
export const AdminTestimonial = z.extend(Testimonial, { hidden: z.boolean() })
export type AdminTestimonial = z.infer<typeof AdminTestimonial>

export const TestimonialForm = z.object({
  name: requiredText(2, LIMITS.testimonial.name.max, 'issue_testimonial_name', 'issue_too_long'),
  trade: requiredText(2, LIMITS.testimonial.trade.max, 'issue_testimonial_trade', 'issue_too_long'),
  quote: requiredText(
    LIMITS.testimonial.quote.min,
    LIMITS.testimonial.quote.max,
    'issue_testimonial_quote',
    'issue_testimonial_quote_long',
  ),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** A seller's username, with or without its @; empty for no link. */
  username: optionalText(20, 'issue_too_long'),
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

/** A new testimonial gets the last position. */
export const addTestimonial = endpoint({
  method: 'POST',
  path: '/admin/testimonials',
  summary: 'Add a testimonial',
  access: 'admin',
  body: TestimonialForm,
  reply: AdminTestimonial,
  status: 201,
  errors: ['USER_NOT_FOUND'],
})

/** Answers 404 UNKNOWN_ERROR for an unknown testimonial and USER_NOT_FOUND for an unknown username. */
export const changeTestimonial = endpoint({
  method: 'PUT',
  path: '/admin/testimonials/:id',
  summary: 'Change, show or hide a testimonial',
  access: 'admin',
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
  params: byId,
  errors: ['UNKNOWN_ERROR'],
})

/** Orders the testimonials. Those that are not in `order` follow the others in their previous order. */
export const orderTestimonials = endpoint({
  method: 'PUT',
  path: '/admin/testimonials',
  summary: 'Put the testimonials in order',
  access: 'admin',
  body: z.object({ order: z.array(Id).check(z.maxLength(200)) }),
  reply: list,
})
