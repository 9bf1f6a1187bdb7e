import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiCaller, type Endpoint, buildPath } from '#contract/core/endpoint.ts'
import { isErrorCode } from '#contract/core/errors.ts'
import type { Locale } from '#messages/runtime'
import { CACHE_TAGS_HEADER } from '../http/endpoint.ts'
import { OWN_CHANGE } from '../http/hooks/own-changes.ts'

/** The headers that identify the visitor. The loaders of a page send them with their API calls. */
interface LoaderIdentity {
  cookie: string
  remoteAddress?: string
  userAgent?: string | undefined
}

/**
 * Returns the identity of an anonymous visitor, for pages that are the same for every visitor.
 * @param hasChanged whether the visitor has just changed something, so that no read replica is asked
 */
export const createAnonymousIdentity = (locale: Locale, hasChanged: boolean): LoaderIdentity => ({
  cookie: `lang=${locale}${hasChanged ? `; ${OWN_CHANGE}` : ''}`,
})

/**
 * Returns the identity of the visitor who sent a request: cookies, IP address and browser, so that the last use of the
 * session is recorded correctly.
 */
export function createVisitorIdentity(
  locale: Locale,
  { headers, ip }: FastifyRequest,
): LoaderIdentity {
  const otherCookies = (headers.cookie ?? '')
    .split(/; */)
    .filter(pair => pair && !pair.startsWith('lang='))
  return {
    cookie: [`lang=${locale}`, ...otherCookies].join('; '),
    remoteAddress: ip,
    userAgent: headers['user-agent'],
  }
}

/**
 * Creates the client with which the loaders of a page call endpoints of the contract inside this process.
 * @param onResponse called with the status and the cache tags of each response; the tags are undefined if the response
 * is not cached
 */
export function createLoaderClient(
  app: FastifyInstance,
  { cookie, remoteAddress = '127.0.0.1', userAgent = '' }: LoaderIdentity,
  onResponse: (status: number, tags: string | undefined) => void = () => undefined,
): ApiCaller {
  const call = async (endpoint: Endpoint, input: { params?: object; query?: object }) => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api${buildPath(endpoint, { ...input.params }, { ...input.query })}`,
      remoteAddress,
      headers: { cookie, 'x-internal-key': app.internalKey, 'user-agent': userAgent },
    })
    const tags = reply.headers[CACHE_TAGS_HEADER]
    onResponse(reply.statusCode, typeof tags === 'string' ? tags : undefined)
    const body: unknown = reply.body === '' ? undefined : reply.json()
    if (reply.statusCode < 400) return { ok: true, status: reply.statusCode, body }
    const code = (body as { code?: unknown } | undefined)?.code
    return { ok: false, status: reply.statusCode, code: isErrorCode(code) ? code : 'UNKNOWN_ERROR' }
  }
  return call as ApiCaller
}
