import type { FastifyInstance } from 'fastify'
import * as testimonials from '#contract/admin/testimonials.ts'
import { route, routeCached } from '#server/http/endpoint.ts'
import type { AdminDeps } from '../deps.ts'
import {
  addTestimonial,
  listAllTestimonials,
  changeTestimonial,
  deleteTestimonial,
  orderTestimonials,
  listPublicTestimonials,
} from './service.ts'

export function registerTestimonialRoutes(app: FastifyInstance, deps: AdminDeps): void {
  routeCached(
    app,
    testimonials.listTestimonials,
    ({ locale }) => listPublicTestimonials(deps, locale),
    {
      tags: (_, { sellerIds }) => ['testimonials', ...sellerIds.map(id => `seller:${id}`)],
    },
  )
  route(app, testimonials.listAllTestimonials, () => listAllTestimonials(deps))
  route(app, testimonials.addTestimonial, ({ user, body }) =>
    addTestimonial(deps, { adminId: user.id, form: body }),
  )
  route(app, testimonials.changeTestimonial, ({ user, params, body }) =>
    changeTestimonial(deps, { adminId: user.id, id: params.id, form: body }),
  )
  route(app, testimonials.deleteTestimonial, ({ user, params }) =>
    deleteTestimonial(deps, { adminId: user.id, id: params.id }).then(() => undefined),
  )
  route(app, testimonials.reorderTestimonials, ({ user, body }) =>
    orderTestimonials(deps, { adminId: user.id, order: body.order }),
  )
}
