import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { buildLanguageCookie } from '#server/http/hooks/language.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import {
  hashToken,
  readSecretCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import type { ClientInfo } from './service.ts'
import type { SignInResult } from './sign-in.ts'

const MAX_USER_AGENT_LENGTH = 300

/** Reads the IP address, User-Agent and cookies of the client that sent a request. */
export function getClientInfo(request: FastifyRequest, config: Config): ClientInfo {
  const session = readSessionCookie(request, config)
  return {
    ip: toIpAddressKey(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? '',
    deviceHash: readSecretCookie(request, config, 'device'),
    sessionHash: session ? hashToken(session) : undefined,
  }
}

/** Sets the cookies of a new session: the session token, the device token and the language. */
export function setSignInCookies(
  reply: FastifyReply,
  config: Config,
  { token, deviceToken, locale }: SignInResult,
): void {
  setSessionCookie(reply, config, token)
  if (deviceToken) setDeviceCookie(reply, config, deviceToken)
  const language = buildLanguageCookie(locale, config.secureCookies)
  reply.setCookie(language.name, language.value, language.options)
}
