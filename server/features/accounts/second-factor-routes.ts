import type { FastifyInstance } from 'fastify'
import * as passkeys from '#contract/accounts/passkeys.ts'
import * as secondFactors from '#contract/accounts/second-factors.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { getClientInfo } from './sign-in/request-context.ts'
import {
  dismissSecondFactorOffer,
  listSecondFactors,
  renewRecoveryCodes,
} from './second-factor/factors.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from './sign-in/passkeys.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyRegistration,
} from './second-factor/passkeys/registration.ts'
import { cancelOwnReset } from './second-factor/reset.ts'
import { undoSecondFactor } from './second-factor/undo-link.ts'
import { addTotp, removeTotp, startTotpSetup } from './second-factor/totp/service.ts'

/** Registers the routes with which signed-in users manage their second factors. */
export function registerSecondFactorRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context

  mountEndpoint(app, secondFactors.listSecondFactors, ({ user }) =>
    listSecondFactors(context, user),
  )
  mountEndpoint(app, secondFactors.startTotpSetup, ({ user }) => startTotpSetup(context, user))
  mountEndpoint(app, secondFactors.addTotp, ({ body, user, request }) =>
    addTotp(context, user, body, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.removeTotp, ({ user, request }) =>
    removeTotp(context, user, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.startPasskeyRegistration, ({ user }) =>
    startPasskeyRegistration(context, user),
  )
  mountEndpoint(app, secondFactors.addPasskey, ({ body, user, request }) =>
    addPasskey(context, user, body, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.renamePasskey, ({ params, body, user }) =>
    renamePasskey(context, user.id, params.id, body.name),
  )
  mountEndpoint(app, secondFactors.removePasskey, ({ params, user, request }) =>
    removePasskey(context, user, params.id, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.undoSecondFactor, ({ params, request }) =>
    undoSecondFactor(context, params.token, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.renewRecoveryCodes, ({ user, request }) =>
    renewRecoveryCodes(context, user, getClientInfo(request, config)),
  )
  mountEndpoint(app, secondFactors.dismissSecondFactorOffer, ({ user }) =>
    dismissSecondFactorOffer(context, user.id),
  )
  mountEndpoint(app, secondFactors.cancelSecondFactorReset, ({ user, request }) =>
    cancelOwnReset(context, user.id, getClientInfo(request, config)),
  )
  mountEndpoint(app, passkeys.startPasskeyConfirmation, ({ user }) =>
    startPasskeyConfirmation(context, user),
  )
  mountEndpoint(app, passkeys.confirmWithPasskey, ({ body, user, request }) =>
    confirmWithPasskey(context, user, body.passkey, getClientInfo(request, config)),
  )
}
