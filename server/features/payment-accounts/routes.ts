import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payment-accounts.ts'
import { RESPONSE_SENT, route } from '#server/http/endpoint.ts'
import { getPaymentAccount, unlinkAccount } from './account.ts'
import type { PaymentAccountsDeps } from './deps.ts'
import { finishAccountLink, startAccountLink } from './link.ts'

export function registerPaymentAccountsRoutes(
  app: FastifyInstance,
  deps: PaymentAccountsDeps,
): void {
  route(app, contract.getMercadoPagoAuthUrl, ({ user }) => startAccountLink(deps, user))

  route(app, contract.getPaymentAccount, ({ user }) => getPaymentAccount(deps, user.id))

  route(app, contract.unlinkMercadoPago, ({ user }) =>
    unlinkAccount(deps, user.id).then(() => undefined),
  )

  route(app, contract.mercadoPagoCallback, async ({ user, query, reply }) => {
    const outcome = await finishAccountLink(deps, user, query)
    reply.redirect(`/dashboard/profile/payment?outcome=${outcome}`, 302)
    return RESPONSE_SENT
  })
}
