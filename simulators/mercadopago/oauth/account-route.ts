import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { requireAccessToken } from './access-token.ts'

/**
 * Registers `GET /users/me`, which describes the account of an access token: its country as `site_id`, and the tag
 * `test_user` if it is a test account. Source: MercadoPago's documentation of users.
 */
export function registerAccountRoute(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/users/me', request => {
    const { userId } = requireAccessToken(context, request)
    const seller = context.store.get('sellers', userId)!
    return {
      id: userId,
      nickname: seller.nickname,
      email: seller.email,
      site_id: seller.siteId ?? context.site.id,
      tags: ['normal', ...(seller.isTest ? ['test_user'] : [])],
    }
  })
}
