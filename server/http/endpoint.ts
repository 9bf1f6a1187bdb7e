import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type ParsedInput,
  type ReplyOf,
  successStatus,
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
import type { Limit } from './rate-limit/limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The limit of this route, shared by all processes. */
    limit?: Limit
    /** The key that `limit` counts, if it is not the address; called when the body is parsed and not yet validated. */
    countedAs?: (request: FastifyRequest) => Promise<string>
    /** Whether the response is the same for everyone: then no session is looked up. */
    isPublic?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    responseCache: ResponseCache
    /** Secret of this process that marks calls of a page being rendered. */
    internalKey: string
    /** The scope in which endpoints that receive files are mounted. */
    uploads: FastifyInstance
  }
  interface FastifyRequest {
    locale: Locale
    sessionUser: SessionUser | undefined
  }
}

/** The user of a call, certain where the endpoint asks for one. */
type UserOf<E extends Endpoint> = E['access'] extends 'public'
  ? SessionUser | undefined
  : SessionUser

export type Call<E extends Endpoint> = ParsedInput<E> & {
  user: UserOf<E>
  locale: Locale
  request: FastifyRequest
  reply: FastifyReply
}

/** How the response of a public endpoint is cached. */
export interface CacheRule<E extends Endpoint, R = ReplyOf<E>> {
  /** What the response was made from, e.g. `product:7`; undefined for a response that must not be cached. */
  tags: (call: Pick<ParsedInput<E>, 'params' | 'query'>, result: R) => readonly string[] | undefined
  /**
   * The part of the cache key that stands for the request; by default its path parameters. Undefined for requests
   * that visitors could vary without end: their responses are not cached.
   */
  key?: (call: Pick<ParsedInput<E>, 'params' | 'query'>) => string | undefined
}

/** Lists the cache tags of a response to a page being rendered, separated by commas. Without it the page is not cached. */
export const TAGS_HEADER = 'x-cache-tags'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** What a handler returns that has sent the response itself: a redirect, a stream. */
export const SENT = { sent: true } as const

/**
 * Mounts an endpoint of the contract under `/api`. The checks before the handler run in the order of the
 * API document: origin and content type, rate limit, session and access, captcha, then the schemas.
 * @param limit how often one address may make this call, over all processes
 * @param countedAs the key that is counted, if it is not the address
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E> | typeof SENT> | ReplyOf<E> | typeof SENT,
  {
    limit,
    countedAs,
  }: { limit?: Limit; countedAs?: (request: FastifyRequest) => Promise<string> } = {},
): void {
  const status = successStatus(endpoint)
  const scope = endpoint.form ? app.uploads : app
  scope.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint, ...(limit && { limit }), ...(countedAs && { countedAs }) },
    async handler(request, reply) {
      const call = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body ?? {}, endpoint),
        form: undefined,
        user: request.sessionUser,
        locale: request.locale,
        request,
        reply,
      } as unknown as Call<E>
      const result = await handle(call)
      if (result === SENT) return reply
      reply.code(status)
      if (!endpoint.reply) return reply.send()
      // Parsing the answer drops whatever the contract does not name: a storage key cannot slip out.
      return reply.send(z.parse(endpoint.reply, result))
    },
  })
}

/**
 * Mounts a public endpoint whose response depends on nothing but the parameters and the language. It is rendered
 * once and cached until one of its tags is invalidated.
 */
export function cachedEndpoint<const E extends Endpoint, R extends ReplyOf<E>>(
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
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: undefined,
        form: undefined,
      } as unknown as ParsedInput<E>
      const requestKey = key(received)
      const render = async (): Promise<RenderedResponse> => {
        const result = await handle({ ...received, locale })
        return {
          status: successStatus(endpoint),
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
        reply.header(TAGS_HEADER, entry.tags.join())
      return sendCached(entry, request, reply)
    },
  })
}

/**
 * Reads `value` by a schema of the contract.
 * @throws ApiError INVALID_DATA with its issues, or the code a check of the schema names
 */
export function parse(
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
  throw ApiError.ofIssues(issues, closer ?? invalidBodyCode)
}
