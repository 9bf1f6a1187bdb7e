import type { FastifyInstance } from 'fastify'
import * as testimonials from '#contract/admin/testimonials.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { mountAdminAction } from '../admin-action.ts'
import { reorderTestimonials } from './queries.ts'
import {
  addTestimonial,
  listAllTestimonials,
  changeTestimonial,
  deleteTestimonial,
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
  mountAdminAction(app, context, testimonials.addTestimonial, {
    apply: addTestimonial,
    targetId: ({ id }) => id,
  })
  mountAdminAction(app, context, testimonials.changeTestimonial, { apply: changeTestimonial })
  mountAdminAction(app, context, testimonials.deleteTestimonial, { apply: deleteTestimonial })
  mountAdminAction(app, context, testimonials.reorderTestimonials, {
    apply: (tx, { order }) => reorderTestimonials(tx, order),
    targetId: (_, { order }) => order.join(', '),
    reply: () => listAllTestimonials(context),
  })
}
