import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as captchaCalls from '#contract/accounts/captcha.ts'
import * as passwords from '#contract/accounts/passwords.ts'
import * as registration from '#contract/accounts/registration.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as user from '#contract/accounts/user.ts'
import { buildLanguageCookie, toLocale } from '#server/http/hooks/language.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import {
  clearRegistrationCookie,
  clearSessionCookie,
  hashToken,
  readSecretCookie,
  readSessionCookie,
  setRegistrationCookie,
} from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { answerSignIn, setSignInCookies, getClientInfo } from './sign-in/request-context.ts'
import { closeAccount } from './deletion.ts'
import { findAccountDevice } from './sessions/queries.ts'
import { closeOtherSessions, listSecurityEvents, listSessions } from './sessions/service.ts'
import { requestEmailChange, confirmEmailChange } from './email-change.ts'
import { undoEmailChange } from './recovery/email-undo.ts'
import { describeEmailLink } from './email-link.ts'
import { LIFETIME_HOURS } from './email-tokens.ts'
import { registerGoogleRoutes } from './google/routes.ts'
import {
  registerAccount,
  requestVerificationEmail,
  verifyEmailByToken,
  verifyEmailWithPassword,
} from './registration.ts'
import { changePassword, setPassword } from './passwords/change.ts'
import { confirmIdentity } from './second-factor/confirm.ts'
import { listCommonWords } from './passwords/weak-password.ts'
import { registerSecondFactorRoutes } from './second-factor-routes.ts'
import { registerSecondStepRoutes } from './sign-in/step-routes.ts'
import { choosePasswordByToken, requestPasswordRecovery } from './recovery/recover.ts'
import { getUser, getSignInMethods, updatePreferences } from './user.ts'
import { loginWithPassword, logout } from './sign-in/sign-in.ts'

export function registerAccountsRoutes(app: FastifyInstance, context: Context): void {
  const { config, captcha, db } = context

  mountEndpoint(
    app,
    captchaCalls.getCaptchaChallenge,
    ({ query }) => captcha.challenge(query.action),
    {
      limit: RATE_LIMITS_BY_IP.captcha,
    },
  )
  registrationRoutes(app, context)
  passwordRoutes(app, context)
  sessionRoutes(app, context)
  registerSecondStepRoutes(app, context)
  registerSecondFactorRoutes(app, context)
  registerGoogleRoutes(app, context)

  mountEndpoint(app, user.getUser, ({ user }) => getUser(context, user))
  mountEndpoint(app, user.listProviders, ({ user }) => getSignInMethods(db, user.id))

  mountEndpoint(app, user.updateUser, async ({ body, user, reply }) => {
    await updatePreferences(context, user.id, body)
    if (body.languagePreference) {
      const language = buildLanguageCookie(toLocale(body.languagePreference), config.secureCookies)
      reply.setCookie(language.name, language.value, language.options)
    }
    return getUser(context, user)
  })

  mountEndpoint(
    app,
    user.requestEmailChange,
    ({ body, user, request }) =>
      requestEmailChange(context, user, body, getClientInfo(request, config)),
    { limit: RATE_LIMITS_BY_IP.emailChange },
  )
  mountEndpoint(app, user.confirmEmailChange, ({ params, user, request }) =>
    confirmEmailChange(context, params.token, user, getClientInfo(request, config)).then(
      () => undefined,
    ),
  )

  mountEndpoint(
    app,
    user.undoEmailChange,
    ({ params, body, request }) =>
      undoEmailChange(context, { ...params, ...body }, getClientInfo(request, config)).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.linkPassword },
  )

  mountEndpoint(app, user.deleteAccount, async ({ body, user, request, reply }) => {
    await closeAccount(context, user, body.password, getClientInfo(request, config))
    clearSessionCookie(reply, config)
    return undefined
  })
}

function registrationRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  mountEndpoint(
    app,
    registration.register,
    async ({ body, locale, request, reply }) => {
      const client = getClientInfo(request, config)
      const { account, browserToken } = await registerAccount(context, body, locale, client)
      setRegistrationCookie(reply, config, browserToken, LIFETIME_HOURS.registration)
      return account
    },
    { limit: RATE_LIMITS_BY_IP.register },
  )
  mountEndpoint(app, registration.verifyAccount, async ({ params, user, request, reply }) => {
    // A browser in which somebody is signed in keeps that session.
    const registrationHash = user ? undefined : readSecretCookie(request, config, 'registration')
    const client = getClientInfo(request, config)
    const signedIn = await verifyEmailByToken(context, params.token, client, registrationHash)
    if (signedIn) {
      setSignInCookies(reply, config, signedIn)
      clearRegistrationCookie(reply, config)
    }
    return undefined
  })
  mountEndpoint(app, registration.getEmailLink, ({ params, user, request }) =>
    describeEmailLink(
      context,
      params.token,
      user,
      getClientInfo(request, config),
      readSecretCookie(request, config, 'registration'),
    ),
  )
  mountEndpoint(
    app,
    registration.verifyWithPassword,
    ({ params, body, request }) =>
      verifyEmailWithPassword(context, { ...params, ...body }, getClientInfo(request, config)).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.linkPassword },
  )
  mountEndpoint(
    app,
    registration.resendVerification,
    ({ body, user }) => requestVerificationEmail(context, body.email, user),
    { limit: RATE_LIMITS_BY_IP.resend },
  )
}

function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context
  mountEndpoint(
    app,
    passwords.recoverPassword,
    ({ body, user, request }) =>
      requestPasswordRecovery(context, body.email, user, getClientInfo(request, config)).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.recover },
  )
  mountEndpoint(app, passwords.listCommonWords, () => listCommonWords())
  mountEndpoint(
    app,
    passwords.resetPassword,
    ({ body, request }) =>
      choosePasswordByToken(context, 'reset', body, getClientInfo(request, config)).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.linkPassword },
  )
  mountEndpoint(
    app,
    passwords.setPasswordByToken,
    ({ body, request }) =>
      choosePasswordByToken(context, 'set', body, getClientInfo(request, config)).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.linkPassword },
  )
  mountEndpoint(app, passwords.changePassword, ({ body, user, request }) =>
    changePassword(context, user, body, getClientInfo(request, config)),
  )
  mountEndpoint(app, passwords.setPassword, ({ body, user, request }) =>
    setPassword(context, user, body.password, getClientInfo(request, config)),
  )
}

function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  mountEndpoint(
    app,
    sessions.login,
    async ({ body, request, reply }) => {
      const outcome = await loginWithPassword(context, body, getClientInfo(request, config))
      return answerSignIn(reply, config, outcome)
    },
    {
      limit: RATE_LIMITS_BY_IP.login,
      // A device that has signed in to this account before has its own rate limit, so that others who share its IP
      // address cannot lock it out. All other logins share the limit of their IP address.
      countedAs: async request => {
        const hash = readSecretCookie(request, config, 'device')
        const { data } = z.safeParse(sessions.LoginBody, request.body)
        const device = hash && data?.email && (await findAccountDevice(db, data.email, hash))
        return device ? `device ${device}` : toIpAddressKey(request.ip)
      },
    },
  )
  mountEndpoint(app, sessions.logout, async ({ user, request, reply }) => {
    const token = readSessionCookie(request, config)
    clearSessionCookie(reply, config)
    // Stored pages of the account are deleted; the storage is kept, since it has the visitor's cart.
    reply.header('clear-site-data', '"cache"')
    if (token) await logout(context, hashToken(token), user, getClientInfo(request, config))
    return undefined
  })
  mountEndpoint(app, sessions.confirmIdentity, ({ body, user, request }) =>
    confirmIdentity(context, user, body, getClientInfo(request, config)),
  )
  mountEndpoint(app, sessions.listSessions, async ({ user }) => ({
    sessions: await listSessions(context, user),
  }))
  mountEndpoint(app, sessions.closeOtherSessions, ({ user, request }) =>
    closeOtherSessions(context, user, getClientInfo(request, config)),
  )
  mountEndpoint(app, sessions.listSecurityEvents, async ({ user }) => ({
    events: await listSecurityEvents(context, user),
  }))
}
