import type { FastifyInstance } from 'fastify'
import * as testimonials from '#contract/admin/testimonials.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import {
  addTestimonial,
  listAllTestimonials,
  changeTestimonial,
  deleteTestimonial,
  sortTestimonials,
  listPublicTestimonials,
} from './service.ts'

export function registerTestimonialRoutes(app: FastifyInstance, context: Context): void {
  mountCachedEndpoint(
    app,
    testimonials.listTestimonials,
    ({ locale, db }) => listPublicTestimonials({ db }, locale),
    {
      tags: (_, { sellerIds }) => ['testimonials', ...sellerIds.map(id => `seller:${id}`)],
    },
  )
  mountEndpoint(app, testimonials.listAllTestimonials, () => listAllTestimonials(context))
  mountEndpoint(app, testimonials.addTestimonial, ({ user, body }) =>
    addTestimonial(context, { adminId: user.id, form: body }),
  )
  mountEndpoint(app, testimonials.changeTestimonial, ({ user, params, body }) =>
    changeTestimonial(context, { adminId: user.id, id: params.id, form: body }),
  )
  mountEndpoint(app, testimonials.deleteTestimonial, ({ user, params }) =>
    deleteTestimonial(context, { adminId: user.id, id: params.id }),
  )
  mountEndpoint(app, testimonials.reorderTestimonials, ({ user, body }) =>
    sortTestimonials(context, { adminId: user.id, order: body.order }),
  )
}
