import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Config } from '#server/config.ts'

const ABSOLUTE_DAYS = 90
/** The maximum lifetime in days that browsers allow for a cookie. */
const DEVICE_DAYS = 400

/** Creates a token of 256 random bits for a cookie or a link, and the digest of the token that is stored. */
export function generateToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/**
 * Computes the digest of a token, which is stored instead of the token. A hash without salt is enough, since the token
 * is random.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Returns the name of the session cookie. On plain HTTP the name contains the port of the public origin, since
 * browsers share cookies between the ports of a host; the processes behind a proxy have different ports of their own.
 */
function sessionCookie({ secureCookies, publicPort }: Config): string {
  return secureCookies ? '__Host-session' : `session_${publicPort}`
}

/**
 * Returns the name of a cookie that tells the pages' scripts whether the visitor probably has a session. The cookie
 * contains no secret.
 */
export function getSignedInCookieName({ secureCookies, publicPort }: Config): string {
  return secureCookies ? 'signed_in' : `signed_in_${publicPort}`
}

export function readSessionCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[sessionCookie(config)]
}

/** The attributes that both cookies of a session share. */
const sessionAttributes = ({ secureCookies }: Config) =>
  ({
    path: '/',
    maxAge: ABSOLUTE_DAYS * DAY_SECONDS,
    sameSite: 'lax',
    secure: secureCookies,
  }) as const

/**
 * Sets the session cookie and, for a verified user, the cookie that tells the pages' scripts that there is a session.
 */
export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  { token, isVerified }: { token: string; isVerified: boolean },
): void {
  const attributes = sessionAttributes(config)
  reply.setCookie(sessionCookie(config), token, { ...attributes, httpOnly: true })
  if (isVerified) reply.setCookie(getSignedInCookieName(config), '1', attributes)
}

/**
 * Sets or deletes the cookie that tells the pages' scripts that there is a session. Only verified users get it: to the
 * others public pages show the menu of guests, also after they were verified elsewhere. Source: specification, layouts
 * and access.
 */
export function updateSignedInCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  { isVerified }: { isVerified: boolean },
): void {
  const name = getSignedInCookieName(config)
  const isSet = request.cookies[name] !== undefined
  if (isVerified && !isSet) reply.setCookie(name, '1', sessionAttributes(config))
  if (!isVerified && isSet) reply.clearCookie(name, sessionAttributes(config))
}

/** Deletes the session cookies of a browser whose session has ended, so that pages do not take it for signed in. */
export function clearEndedSession(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  const { cookies } = request
  if (
    cookies[sessionCookie(config)] !== undefined ||
    cookies[getSignedInCookieName(config)] !== undefined
  )
    clearSessionCookie(reply, config)
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  const shared = { path: '/', sameSite: 'lax', secure: config.secureCookies } as const
  reply.clearCookie(sessionCookie(config), { ...shared, httpOnly: true })
  reply.clearCookie(getSignedInCookieName(config), shared)
}

/**
 * Sets the cookie that tells the login page why the account of a refused Google sign-in is suspended. A text in the
 * address of the page could be written by anybody.
 */
export function setSuspensionCookie(
  reply: FastifyReply,
  { secureCookies, publicPort }: Config,
  reason: string,
): void {
  reply.setCookie(
    secureCookies ? '__Host-suspension' : `suspension_${publicPort}`,
    reason.slice(0, 300),
    {
      path: '/',
      maxAge: 60,
      sameSite: 'lax',
      secure: secureCookies,
    },
  )
}

/**
 * The cookies that only the server reads. `device` recognizes a browser that has signed in before. `sign_in` ties a
 * sign-in with Google to the browser that began it. `registration` recognizes the browser that registered an account.
 * `second_step` ties the second step of a sign-in to the browser that took the first one, and `passkey` a challenge to
 * the browser that asked for it. `purchase` recognizes the browser that made an order.
 */
type SecretCookie = 'device' | 'sign_in' | 'registration' | 'second_step' | 'passkey' | 'purchase'

const secretCookie = (name: SecretCookie, { secureCookies, publicPort }: Config): string =>
  secureCookies ? `__Host-${name}` : `${name}_${publicPort}`

const secretCookieOptions = ({ secureCookies }: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }) as const

/** Returns the digest of the token in a cookie, or undefined if the browser did not send the cookie. */
export function readSecretCookie(
  request: FastifyRequest,
  config: Config,
  name: SecretCookie,
): string | undefined {
  const token = request.cookies[secretCookie(name, config)]
  return token ? hashToken(token) : undefined
}

/** Sets a secret cookie that ends after some minutes. */
export function setSecretCookie(
  reply: FastifyReply,
  config: Config,
  name: 'second_step' | 'passkey',
  token: string,
  minutes: number,
): void {
  reply.setCookie(secretCookie(name, config), token, {
    ...secretCookieOptions(config),
    maxAge: minutes * 60,
  })
}

export function clearSecretCookie(
  reply: FastifyReply,
  config: Config,
  name: 'second_step' | 'passkey',
): void {
  reply.clearCookie(secretCookie(name, config), secretCookieOptions(config))
}

/**
 * Sets the cookie by which an order recognizes the browser that made it, or renews the one that the browser has.
 * @returns the digest of the cookie's token
 */
export function setPurchaseCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  days: number,
): string {
  const name = secretCookie('purchase', config)
  const token = request.cookies[name] || generateToken().token
  reply.setCookie(name, token, { ...secretCookieOptions(config), maxAge: days * DAY_SECONDS })
  return hashToken(token)
}

export function setDeviceCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(secretCookie('device', config), token, {
    ...secretCookieOptions(config),
    maxAge: DEVICE_DAYS * DAY_SECONDS,
  })
}

/**
 * Sets the cookie that ties a sign-in with Google to this browser.
 * @param minutes the time in which the sign-in must be completed
 */
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

/**
 * Sets the cookie by which the verification of an account recognizes the browser that registered it.
 * @param hours the time in which the account must be verified
 */
export function setRegistrationCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  hours: number,
): void {
  reply.setCookie(secretCookie('registration', config), token, {
    ...secretCookieOptions(config),
    maxAge: hours * 3600,
  })
}

export function clearRegistrationCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(secretCookie('registration', config), secretCookieOptions(config))
}
