import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { buildLanguageCookie } from '#server/http/hooks/language.ts'
import { readClient } from '#server/http/request-headers.ts'
import {
  hashToken,
  readSecretCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#server/http/session-cookie.ts'
import type { ClientInfo } from './service.ts'
import type { SignInResult } from './sign-in.ts'

/** Reads the IP address, User-Agent and cookies of the client that sent a request. */
export function getClientInfo(request: FastifyRequest, config: Config): ClientInfo {
  const session = readSessionCookie(request, config)
  return {
    ...readClient(request),
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
