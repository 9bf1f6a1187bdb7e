import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const ABSOLUTE_DAYS = 90

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
