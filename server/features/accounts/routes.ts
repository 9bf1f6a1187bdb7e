import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as accounts from '#contract/accounts.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import type { Config } from '#server/config.ts'
import { languageCookie, localeOf } from '#server/http/language.ts'
import { LIMITS_BY_IP, addressKey } from '#server/http/rate-limit.ts'
import { route } from '#server/http/route.ts'
import {
  clearSessionCookie,
  hashToken,
  readSecretCookie,
  readSessionCookie,
} from '#server/http/session-cookie.ts'
import { admit, visitorOf } from './browser.ts'
import { closeAccount } from './closing.ts'
import { findDeviceOf } from './devices/queries.ts'
import { closeOtherSessions, listActivity, listSessions } from './devices/service.ts'
import { askForEmailChange, confirmEmailChange } from './email-change.ts'
import { googleRoutes } from './google/routes.ts'
import { register, resendVerification, verifyAccount } from './opening.ts'
import { changePassword, setPassword } from './passwords/change.ts'
import { choosePasswordByLink, recoverPassword } from './passwords/recover.ts'
import { type AccountsDeps, describeUser, describeWaysIn, updatePreferences } from './service.ts'
import { login, logout } from './signing-in.ts'

type RoutesDeps = AccountsDeps &
  Parameters<typeof googleRoutes>[1] & { config: Config; captcha: Captcha }

export function accountsRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  const { config, captcha, db } = deps

  route(app, accounts.getCaptchaChallenge, ({ query }) => captcha.challenge(query.action), {
    limit: LIMITS_BY_IP.captcha,
  })
  openingRoutes(app, deps)
  passwordRoutes(app, deps)
  deviceRoutes(app, deps)
  googleRoutes(app, deps)

  route(app, accounts.getUser, ({ user }) => describeUser(deps, user))
  route(app, accounts.listProviders, ({ user }) => describeWaysIn(db, user.id))

  route(app, accounts.updateUser, async ({ body, user, reply }) => {
    await updatePreferences(deps, user.id, body)
    if (body.languagePreference) {
      const language = languageCookie(localeOf(body.languagePreference), config.secureCookies)
      reply.setCookie(language.name, language.value, language.options)
    }
    return describeUser(deps, user)
  })

  route(app, accounts.changeEmail, ({ body, user, request }) =>
    askForEmailChange(deps, user, body, visitorOf(request, config)).then(() => undefined),
  )
  route(app, accounts.confirmEmailChange, ({ params, user, request }) =>
    confirmEmailChange(deps, params.token, user, visitorOf(request, config)).then(() => undefined),
  )

  route(app, accounts.deleteAccount, async ({ body, user, reply }) => {
    await closeAccount(deps, user, body.password)
    clearSessionCookie(reply, config)
    return undefined
  })
}

function openingRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  const { config } = deps
  route(
    app,
    accounts.register,
    ({ body, locale, request }) => register(deps, body, locale, visitorOf(request, config)),
    { limit: LIMITS_BY_IP.register },
  )
  route(app, accounts.verifyAccount, ({ params, request }) =>
    verifyAccount(deps, params.token, visitorOf(request, config)).then(() => undefined),
  )
  route(
    app,
    accounts.resendVerification,
    ({ body, user }) => resendVerification(deps, body.email, user).then(() => undefined),
    { limit: LIMITS_BY_IP.resend },
  )
}

function passwordRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  const { config } = deps
  route(
    app,
    accounts.recoverPassword,
    ({ body, user, request }) =>
      recoverPassword(deps, body.email, user, visitorOf(request, config)).then(() => undefined),
    { limit: LIMITS_BY_IP.recover },
  )
  route(
    app,
    accounts.resetPassword,
    ({ body, request }) =>
      choosePasswordByLink(deps, 'reset', body, visitorOf(request, config)).then(() => undefined),
    { limit: LIMITS_BY_IP.linkPassword },
  )
  route(
    app,
    accounts.setPasswordByLink,
    ({ body, request }) =>
      choosePasswordByLink(deps, 'set', body, visitorOf(request, config)).then(() => undefined),
    { limit: LIMITS_BY_IP.linkPassword },
  )
  route(app, accounts.changePassword, ({ body, user, request }) =>
    changePassword(deps, user, body, visitorOf(request, config)).then(() => undefined),
  )
  route(app, accounts.setPassword, ({ body, user, request }) =>
    setPassword(deps, user, body.password, visitorOf(request, config)).then(() => undefined),
  )
}

function deviceRoutes(app: FastifyInstance, deps: RoutesDeps): void {
  const { config, db } = deps
  route(
    app,
    accounts.login,
    async ({ body, request, reply }) => {
      const signedIn = await login(deps, body, visitorOf(request, config))
      admit(reply, config, signedIn)
      return signedIn.account
    },
    {
      limit: LIMITS_BY_IP.login,
      // A device that signed in to this account before counts for itself: who floods its address does not keep it
      // out. For another account it is a stranger like any: everybody can have a device of their own.
      countedAs: async request => {
        const hash = readSecretCookie(request, config, 'device')
        const { data } = z.safeParse(accounts.Login, request.body)
        const device = hash && data?.email && (await findDeviceOf(db, data.email, hash))
        return device ? `device ${device}` : addressKey(request.ip)
      },
    },
  )
  route(app, accounts.logout, async ({ user, request, reply }) => {
    const token = readSessionCookie(request, config)
    clearSessionCookie(reply, config)
    if (token) await logout(deps, hashToken(token), user, visitorOf(request, config))
    return undefined
  })
  route(app, accounts.listSessions, async ({ user }) => ({
    sessions: await listSessions(deps, user),
  }))
  route(app, accounts.closeOtherSessions, ({ user, request }) =>
    closeOtherSessions(deps, user, visitorOf(request, config)).then(() => undefined),
  )
  route(app, accounts.listActivity, async ({ user }) => ({
    events: await listActivity(deps, user),
  }))
}
