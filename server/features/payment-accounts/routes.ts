import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payment-accounts.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import { readClient } from '#server/http/request-headers.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { confirmAccount, getPaymentAccount, unlinkAccount } from './account.ts'
import { finishAccountLink, startAccountLink } from './link.ts'
import { cancelReplacement, undoReplacementByToken } from './replacement/replacement.ts'

export function registerPaymentAccountsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.getMercadoPagoAuthUrl, ({ user }) => startAccountLink(context, user))

  mountEndpoint(app, contract.getPaymentAccount, ({ user }) => getPaymentAccount(context, user.id))

  mountEndpoint(app, contract.unlinkMercadoPago, ({ user, request }) =>
    unlinkAccount(context, user.id, readClient(request)),
  )

  mountEndpoint(app, contract.confirmPaymentAccount, ({ user, request }) =>
    confirmAccount(context, user.id, readClient(request)),
  )

  mountEndpoint(app, contract.cancelPaymentAccountReplacement, ({ user, request }) =>
    cancelReplacement(context, user.id, readClient(request)),
  )

  mountEndpoint(
    app,
    contract.undoPaymentAccountReplacement,
    ({ params, request }) => undoReplacementByToken(context, params.token, readClient(request)),
    { limit: RATE_LIMITS_BY_IP.linkPassword },
  )

  mountEndpoint(app, contract.mercadoPagoCallback, async ({ user, query, request, reply }) => {
    const outcome = await finishAccountLink(context, user, query, readClient(request))
    reply.redirect(`/dashboard/profile/payment?outcome=${outcome}`, 302)
    return RESPONSE_SENT
  })
}
