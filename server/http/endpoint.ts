import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type ParsedInput,
  type ReplyOf,
  getSuccessStatus,
} from '#contract/core/endpoint.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from './api-error.ts'
import type { SessionUser } from './hooks/guards.ts'
import {
  type RenderedResponse,
  type ResponseCache,
  renderUncached,
} from '../cache/response-cache.ts'
import { sendCached } from '../cache/send-cached.ts'
import type { RateLimit } from './rate-limit/limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The rate limit of this route, shared by all processes. */
    limit?: RateLimit
    /**
     * Returns the key that `limit` counts; by default it counts IP addresses. It is called after the body is parsed
     * and before it is validated.
     */
    countedAs?: (request: FastifyRequest) => Promise<string>
    /** Returns whether the response is the same for everyone; then no session is looked up. */
    isPublic?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    responseCache: ResponseCache
    /** A secret of this process that marks calls made while a page is rendered. */
    internalKey: string
    /** The scope in which endpoints that receive files are mounted. */
    uploads: FastifyInstance
  }
  interface FastifyRequest {
    locale: Locale
    sessionUser: SessionUser | undefined
  }
}

/** The user of a call; never undefined if the endpoint requires a session. */
type UserOf<E extends Endpoint> = E['access'] extends 'public'
  ? SessionUser | undefined
  : SessionUser

export type EndpointCall<E extends Endpoint> = ParsedInput<E> & {
  user: UserOf<E>
  locale: Locale
  request: FastifyRequest
  reply: FastifyReply
}

/** How the response of a public endpoint is cached. */
export interface CacheRule<E extends Endpoint, R = ReplyOf<E>> {
  /**
   * Returns the tags of the data that a response was rendered from, e.g. `product:7`, or undefined if it must not be
   * cached.
   */
  tags: (call: Pick<ParsedInput<E>, 'params' | 'query'>, result: R) => readonly string[] | undefined
  /**
   * Returns the part of the cache key that identifies the request; by default its path parameters. Undefined for
   * requests that visitors could vary without end, whose responses are not cached.
   */
  key?: (call: Pick<ParsedInput<E>, 'params' | 'query'>) => string | undefined
}

/**
 * The header that lists the cache tags of a response, separated by commas, for a page that is being rendered. A page
 * that gets a response without it is not cached.
 */
export const CACHE_TAGS_HEADER = 'x-cache-tags'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** A handler returns this value if it has sent the response itself, such as a redirect or a stream. */
export const RESPONSE_SENT = { sent: true } as const

/**
 * Mounts an endpoint of the contract under `/api`. The checks run before the handler in the order of the API document:
 * origin and content type, rate limit, session and access, captcha, then the schemas.
 * @param limit how often one IP address can make this call, counted over all processes
 * @param countedAs returns the key that is counted instead of the IP address
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (
    call: EndpointCall<E>,
  ) => Promise<ReplyOf<E> | typeof RESPONSE_SENT> | ReplyOf<E> | typeof RESPONSE_SENT,
  {
    limit,
    countedAs,
  }: { limit?: RateLimit; countedAs?: (request: FastifyRequest) => Promise<string> } = {},
): void {
  const status = getSuccessStatus(endpoint)
  const scope = endpoint.form ? app.uploads : app
  scope.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint, ...(limit && { limit }), ...(countedAs && { countedAs }) },
    async handler(request, reply) {
      const call = {
        params: parseInput(endpoint.params, request.params),
        query: parseInput(endpoint.query, request.query),
        body: parseInput(endpoint.body, request.body ?? {}, endpoint),
        form: undefined,
        user: request.sessionUser,
        locale: request.locale,
        request,
        reply,
      } as unknown as EndpointCall<E>
      const result = await handle(call)
      if (result === RESPONSE_SENT) return reply
      reply.code(status)
      if (!endpoint.reply) return reply.send()
      // Parsing the response removes every field that the contract does not name, so that a storage key cannot leak.
      return reply.send(z.parse(endpoint.reply, result))
    },
  })
}

/**
 * Mounts a public endpoint whose response depends on nothing but the parameters and the language. It is rendered
 * once and cached until one of its tags is invalidated.
 */
export function routeCached<const E extends Endpoint, R extends ReplyOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: ParsedInput<E> & { locale: Locale }) => Promise<R> | R,
  { tags, key = ({ params }) => JSON.stringify(params ?? {}) }: CacheRule<E, R>,
): void {
  const { responseCache, internalKey } = app
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint, isPublic: () => true },
    async handler(request, reply) {
      const { locale } = request
      const received = {
        params: parseInput(endpoint.params, request.params),
        query: parseInput(endpoint.query, request.query),
        body: undefined,
        form: undefined,
      } as unknown as ParsedInput<E>
      const requestKey = key(received)
      const render = async (): Promise<RenderedResponse> => {
        const result = await handle({ ...received, locale })
        return {
          status: getSuccessStatus(endpoint),
          body: JSON.stringify(z.parse(endpoint.reply!, result)),
          headers: JSON_HEADERS,
          tags: requestKey === undefined ? undefined : tags(received, result),
        }
      }
      const entry =
        requestKey === undefined
          ? await renderUncached(render)
          : await responseCache.getOrRender(`${locale} ${endpoint.path} ${requestKey}`, render)
      if (entry.tags && request.headers['x-internal-key'] === internalKey)
        reply.header(CACHE_TAGS_HEADER, entry.tags.join())
      return sendCached(entry, request, reply)
    },
  })
}

/**
 * Parses `value` with a schema of the contract.
 * @throws ApiError INVALID_DATA with the issues, or with the error code that a check of the schema names
 */
export function parseInput(
  schema: z.ZodMiniType | undefined,
  value: unknown,
  {
    invalidBodyCode,
    invalidFieldCodes = {},
  }: Pick<Endpoint, 'invalidBodyCode' | 'invalidFieldCodes'> = {},
): unknown {
  if (!schema) return undefined
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const { issues } = read.error
  const closer = issues.map(({ path }) => invalidFieldCodes[String(path[0])]).find(Boolean)
  throw ApiError.fromIssues(issues, closer ?? invalidBodyCode)
}
