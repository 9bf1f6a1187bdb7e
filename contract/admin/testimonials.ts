import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, optionalText, text } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

export const TESTIMONIAL_LANGUAGES = ['es', 'en'] as const

/** What somebody says of the house, on the home page. */
export const Testimonial = z.object({
  id: z.int(),
  name: z.string(),
  /** What they do, or their shop. */
  trade: z.string(),
  quote: z.string(),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** Whose kiosk it leads to, where it leads to one. */
  username: z.nullable(z.string()),
  /** Made up for the demo, and marked as such wherever it shows. */
  isSample: z.boolean(),
})
export type Testimonial = z.infer<typeof Testimonial>

/** At most 12, in the admin's order: those in the language of the request, or where there is none, the others. */
export const listTestimonials = endpoint({
  method: 'GET',
  path: '/public/testimonials',
  summary: 'What sellers say, for the home page',
  access: 'public',
  reply: z.object({ testimonials: z.array(Testimonial) }),
})

/** `hidden` are kept and not shown. */
export const AdminTestimonial = z.extend(Testimonial, { hidden: z.boolean() })
export type AdminTestimonial = z.infer<typeof AdminTestimonial>

export const TestimonialForm = z.object({
  name: text(2, LIMITS.testimonial.name.max, 'issue_testimonial_name', 'issue_too_long'),
  trade: text(2, LIMITS.testimonial.trade.max, 'issue_testimonial_trade', 'issue_too_long'),
  quote: text(
    LIMITS.testimonial.quote.min,
    LIMITS.testimonial.quote.max,
    'issue_testimonial_quote',
    'issue_testimonial_quote_long',
  ),
  language: z.enum(TESTIMONIAL_LANGUAGES),
  /** A seller's, with or without its @; empty leads nowhere. */
  username: optionalText(20, 'issue_too_long'),
  hidden: z.boolean(),
})
export type TestimonialForm = z.infer<typeof TestimonialForm>

const list = z.object({ testimonials: z.array(AdminTestimonial) })
const byId = z.object({ id: Id })

export const listAllTestimonials = endpoint({
  method: 'GET',
  path: '/admin/testimonials',
  summary: 'Every testimonial, in its order',
  access: 'admin',
  reply: list,
})

/** It comes last. */
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

/** 404 UNKNOWN_ERROR where there is no such testimonial, USER_NOT_FOUND where nobody has the username. */
export const changeTestimonial = endpoint({
  method: 'PUT',
  path: '/admin/testimonials/:id',
  summary: 'Change a testimonial, show or hide it',
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

/** Those that are not named keep their order, behind the others. */
export const orderTestimonials = endpoint({
  method: 'PUT',
  path: '/admin/testimonials',
  summary: 'Put the testimonials in order',
  access: 'admin',
  body: z.object({ order: z.array(Id).check(z.maxLength(200)) }),
  reply: list,
})
