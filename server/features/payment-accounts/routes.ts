import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payment-accounts.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { getPaymentAccount, unlinkAccount } from './account.ts'
import type { PaymentAccountsDeps } from './deps.ts'
import { finishAccountLink, startAccountLink } from './link.ts'

export function registerPaymentAccountsRoutes(
  app: FastifyInstance,
  deps: PaymentAccountsDeps,
): void {
  mountEndpoint(app, contract.getMercadoPagoAuthUrl, ({ user }) => startAccountLink(deps, user))

  mountEndpoint(app, contract.getPaymentAccount, ({ user }) => getPaymentAccount(deps, user.id))

  mountEndpoint(app, contract.unlinkMercadoPago, ({ user }) =>
    unlinkAccount(deps, user.id).then(() => undefined),
  )

  mountEndpoint(app, contract.mercadoPagoCallback, async ({ user, query, reply }) => {
    const outcome = await finishAccountLink(deps, user, query)
    reply.redirect(`/dashboard/profile/payment?outcome=${outcome}`, 302)
    return RESPONSE_SENT
  })
}
