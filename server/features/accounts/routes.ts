import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as accounts from '#contract/accounts.ts'
import type { Captcha } from '#server/adapters/captcha/captcha.ts'
import type { Config } from '#server/config.ts'
import { languageCookie, localeOf } from '#server/http/language.ts'
import { LIMITS_BY_IP, addressKey } from '#server/http/rate-limit.ts'
import { route } from '#server/http/route.ts'
import {
  clearSessionCookie,
  hashToken,
  readSessionCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import { deleteSession } from './queries.ts'
import {
  type AccountsDeps,
  type Visitor,
  describeUser,
  login,
  register,
  resendVerification,
  updatePreferences,
  verifyAccount,
} from './service.ts'

const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  ip: addressKey(ip),
  userAgent: headers['user-agent']?.slice(0, 300) ?? '',
})

export function accountsRoutes(
  app: FastifyInstance,
  deps: AccountsDeps & { config: Config; captcha: Captcha },
): void {
  const { config, captcha, db } = deps

  route(app, accounts.getCaptchaChallenge, ({ query }) => captcha.challenge(query.action), {
    limit: LIMITS_BY_IP.captcha,
  })

  route(app, accounts.register, ({ body, locale }) => register(deps, body, locale), {
    limit: LIMITS_BY_IP.register,
  })

  route(app, accounts.verifyAccount, ({ params }) =>
    verifyAccount(deps, params.token).then(() => undefined),
  )

  route(
    app,
    accounts.resendVerification,
    ({ body, user }) => resendVerification(deps, body.email, user).then(() => undefined),
    { limit: LIMITS_BY_IP.resend },
  )

  route(
    app,
    accounts.login,
    async ({ body, request, reply }) => {
      const { token, account, locale } = await login(deps, body, visitorOf(request))
      setSessionCookie(reply, config, token)
      const language = languageCookie(locale, config.secureCookies)
      reply.setCookie(language.name, language.value, language.options)
      return account
    },
    { limit: LIMITS_BY_IP.login },
  )

  route(app, accounts.logout, async ({ request, reply }) => {
    const token = readSessionCookie(request, config)
    clearSessionCookie(reply, config)
    if (token) await deleteSession(db, hashToken(token))
    return undefined
  })

  route(app, accounts.getUser, ({ user }) => describeUser(deps, user))

  route(app, accounts.updateUser, async ({ body, user, reply }) => {
    await updatePreferences(deps, user.id, body)
    if (body.languagePreference) {
      const language = languageCookie(localeOf(body.languagePreference), config.secureCookies)
      reply.setCookie(language.name, language.value, language.options)
    }
    return describeUser(deps, user)
  })
}
