import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

const COOKIE = 'changed'
const VALUE = '1'
/** What a browser sends after a change, except that on https the cookie's name begins with `__Host-`. */
export const OWN_CHANGE = `${COOKIE}=${VALUE}`
/** The time in seconds in which every process has long received the notification of a change. */
const SECONDS = 10
const SENT = new RegExp(`(?:^|;\\s*)(?:__Host-)?${COOKIE}=`)

/**
 * Makes the browser tell, for some seconds, that its user has just changed something, so that a process that has not
 * heard of the change yet does not answer from its cache.
 */
export function markOwnChange(reply: FastifyReply, isSecure: boolean): void {
  reply.setCookie(isSecure ? `__Host-${COOKIE}` : COOKIE, VALUE, {
    path: '/',
    maxAge: SECONDS,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
}

/** Tells whether the user of a request has changed something within the last seconds. */
export const hasOwnChange = ({ cookie }: IncomingHttpHeaders): boolean =>
  cookie !== undefined && SENT.test(cookie)
