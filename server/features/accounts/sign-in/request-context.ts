import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { buildLanguageCookie } from '#server/http/hooks/language.ts'
import { readClient } from '#server/http/request-headers.ts'
import {
  hashToken,
  readSecretCookie,
  readSessionCookie,
  clearSecretCookie,
  setDeviceCookie,
  setSecretCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import type { ClientInfo } from '../client-info.ts'
import { SECOND_STEP_MINUTES } from '../second-factor/steps.ts'
import type { SignInOutcome } from './sign-in.ts'

/** Reads the IP address, User-Agent and cookies of the client that sent a request. */
export function getClientInfo(request: FastifyRequest, config: Config): ClientInfo {
  const session = readSessionCookie(request, config)
  return {
    ...readClient(request),
    deviceHash: readSecretCookie(request, config, 'device'),
    sessionHash: session ? hashToken(session) : undefined,
  }
}

/** Sets the cookies of a sign-in and returns the reply: the account, and the second step that must come first. */
export function answerSignIn(reply: FastifyReply, config: Config, outcome: SignInOutcome) {
  setSignInCookies(reply, config, outcome)
  return 'stepToken' in outcome ? { ...outcome.account, secondStep: outcome.step } : outcome.account
}

/**
 * Sets the cookies of a new session: the session token, the device token and the language. If a second step must come
 * first, only the cookie of that step is set.
 */
export function setSignInCookies(
  reply: FastifyReply,
  config: Config,
  outcome: SignInOutcome,
): void {
  if ('stepToken' in outcome) {
    setSecretCookie(reply, config, 'second_step', outcome.stepToken, SECOND_STEP_MINUTES)
    return
  }
  clearSecretCookie(reply, config, 'second_step')
  const { deviceToken, locale } = outcome
  setSessionCookie(reply, config, outcome)
  if (deviceToken) setDeviceCookie(reply, config, deviceToken)
  const language = buildLanguageCookie(locale, config.secureCookies)
  reply.setCookie(language.name, language.value, language.options)
}
