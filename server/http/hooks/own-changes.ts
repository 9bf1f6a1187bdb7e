import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

const COOKIE = 'changed'
const VALUE = '1'
/** The cookie that a browser sends after a change. */
export const OWN_CHANGE = `${COOKIE}=${VALUE}`
/** The time in seconds in which every process has long received the notification of a change. */
const SECONDS = 10
const SENT = new RegExp(`(?:^|;\\s*)${COOKIE}=`)

/**
 * Makes the browser tell, for some seconds, that its user has just changed something, so that a process that has not
 * heard of the change yet does not answer from its cache.
 */
export function markOwnChange(reply: FastifyReply, isSecure: boolean): void {
  reply.setCookie(COOKIE, VALUE, {
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
