import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payment-accounts.ts'
import { SENT, route } from '#server/http/endpoint.ts'
import { getPaymentAccount, unlink } from './account.ts'
import type { PaymentAccountsDeps } from './deps.ts'
import { finishLink, startLink } from './link.ts'

export function paymentAccountsRoutes(app: FastifyInstance, deps: PaymentAccountsDeps): void {
  route(app, contract.getMercadoPagoAuthUrl, ({ user }) => startLink(deps, user))

  route(app, contract.getPaymentAccount, ({ user }) => getPaymentAccount(deps, user.id))

  route(app, contract.unlinkMercadoPago, ({ user }) => unlink(deps, user.id).then(() => undefined))

  route(app, contract.mercadoPagoCallback, async ({ user, query, reply }) => {
    const outcome = await finishLink(deps, user, query)
    reply.redirect(`/dashboard/profile/payment?outcome=${outcome}`, 302)
    return SENT
  })
}
