import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiCaller, type Endpoint, buildPath } from '#contract/core/endpoint.ts'
import { isErrorCode } from '#contract/core/errors.ts'
import type { Locale } from '#messages/runtime'
import { CACHE_TAGS_HEADER } from '../http/endpoint.ts'

/** The visitor's identity that a page's loaders send with their calls. */
interface LoaderIdentity {
  cookie: string
  remoteAddress?: string
  userAgent?: string | undefined
}

/** Identifies an anonymous visitor, for pages that are the same for everyone. */
export const anonymousIdentity = (locale: Locale): LoaderIdentity => ({ cookie: `lang=${locale}` })

/** Identifies the visitor by cookies, IP address and browser, so that the session's last use is recorded correctly. */
export function visitorIdentity(locale: Locale, { headers, ip }: FastifyRequest): LoaderIdentity {
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
 * Creates the client with which loaders call endpoints of the contract inside this process.
 * @param onResponse called with the status of each response and its cache tags (undefined if it is not cached)
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
