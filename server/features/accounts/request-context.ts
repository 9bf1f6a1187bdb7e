import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { languageCookie } from '#server/http/language.ts'
import { addressKey } from '#server/http/rate-limit/address-key.ts'
import {
  hashToken,
  readSecretCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import type { ClientInfo } from './service.ts'
import type { SignedIn } from './sign-in.ts'

const USER_AGENT_MAX = 300

/** The browser behind a request. */
export function clientOf(request: FastifyRequest, config: Config): ClientInfo {
  const session = readSessionCookie(request, config)
  return {
    ip: addressKey(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? '',
    deviceHash: readSecretCookie(request, config, 'device'),
    sessionHash: session ? hashToken(session) : undefined,
  }
}

/** Gives a browser what it needs to be signed in: session, device, language. */
export function setSignInCookies(
  reply: FastifyReply,
  config: Config,
  { token, deviceToken, locale }: SignedIn,
): void {
  setSessionCookie(reply, config, token)
  if (deviceToken) setDeviceCookie(reply, config, deviceToken)
  const language = languageCookie(locale, config.secureCookies)
  reply.setCookie(language.name, language.value, language.options)
}
