import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const ABSOLUTE_DAYS = 90
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400

/** 256 random bits for a cookie or a link, and the digest that is stored instead. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** What is stored of a token. A plain digest is enough: the token itself is random. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Cookies know no ports, so on plain http (two copies on localhost) the name carries it. */
function sessionCookie({ secureCookies, port }: Config): string {
  return secureCookies ? '__Host-session' : `session_${port}`
}

/** Readable by scripts: whether a visitor probably has a session. Holds no secret. */
export function hintCookie({ secureCookies, port }: Config): string {
  return secureCookies ? 'signed_in' : `signed_in_${port}`
}

export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[sessionCookie(config)]
}

/** The session's cookie, and beside it a readable hint so that pages know whether to ask for a user. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  const shared = {
    path: '/',
    maxAge: ABSOLUTE_DAYS * 86_400,
    sameSite: 'lax',
    secure: config.secureCookies,
  } as const
  reply.setCookie(sessionCookie(config), token, { ...shared, httpOnly: true })
  reply.setCookie(hintCookie(config), '1', shared)
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  const shared = { path: '/', sameSite: 'lax', secure: config.secureCookies } as const
  reply.clearCookie(sessionCookie(config), { ...shared, httpOnly: true })
  reply.clearCookie(hintCookie(config), shared)
}

/**
 * Cookies of ours that only the server reads: `device` tells a browser that signed in before, `sign_in` binds a
 * way to the external provider to the browser that began it.
 */
type SecretCookie = 'device' | 'sign_in'

const secretCookie = (name: SecretCookie, { secureCookies, port }: Config): string =>
  secureCookies ? `__Host-${name}` : `${name}_${port}`

const secretCookieOptions = ({ secureCookies }: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }) as const

/** The digest of a cookie's token, where the browser has one. */
export function readSecretCookie(
  request: FastifyRequest,
  config: Config,
  name: SecretCookie,
): string | undefined {
  const token = request.cookies[secretCookie(name, config)]
  return token ? hashToken(token) : undefined
}

export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(secretCookie('device', config), token, {
    ...secretCookieOptions(config),
    maxAge: DEVICE_DAYS * 86_400,
  })
}

/** @param minutes how long it may take to come back */
export function setSignInCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  minutes: number,
): void {
  reply.setCookie(secretCookie('sign_in', config), token, {
    ...secretCookieOptions(config),
    maxAge: minutes * 60,
  })
}

export function clearSignInCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(secretCookie('sign_in', config), secretCookieOptions(config))
}
