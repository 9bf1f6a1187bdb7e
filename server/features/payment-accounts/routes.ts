import type { FastifyInstance } from 'fastify'
import * as sellers from '#contract/payment-accounts.ts'
import { SENT, route } from '#server/http/endpoint.ts'
import {
  type PaymentAccountsDeps,
  getPaymentAccount,
  finishLink,
  startLink,
  unlink,
} from './service.ts'

export function paymentAccountsRoutes(app: FastifyInstance, deps: PaymentAccountsDeps): void {
  route(app, sellers.getMercadoPagoAuthUrl, ({ user }) => startLink(deps, user))

  route(app, sellers.getPaymentAccount, ({ user }) => getPaymentAccount(deps, user.id))

  route(app, sellers.unlinkMercadoPago, ({ user }) => unlink(deps, user.id).then(() => undefined))

  route(app, sellers.mercadoPagoCallback, async ({ user, query, reply }) => {
    const outcome = await finishLink(deps, user, query)
    reply.redirect(`/dashboard/profile/payment?outcome=${outcome}`, 302)
    return SENT
  })
}
