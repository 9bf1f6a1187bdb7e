import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type ParsedInput,
  type EndpointReply,
  getSuccessStatus,
} from '#contract/core/endpoint.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from './api-error.ts'
import type { Database } from '#server/db/client.ts'
import type { FrontCache } from './front-cache.ts'
import type { SessionUser } from './hooks/guards.ts'
import { hasOwnChange } from './hooks/own-changes.ts'
import type { PublicReads } from '../cache/public-reads.ts'
import {
  type RenderedResponse,
  type ResponseCache,
  renderUncached,
} from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached.ts'
import type { RateLimit } from './rate-limit/limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The rate limit of this route, shared by all processes. */
    limit?: RateLimit
    /**
     * Returns the key that `limit` counts, by default the IP address. The function is called after the body is parsed
     * and before the body is validated.
     */
    countedAs?: (request: FastifyRequest) => Promise<string>
    /** Tells whether this request needs a recent proof of identity. Its parameters are not validated yet. */
    needsProof?: (request: FastifyRequest, user: SessionUser) => Promise<boolean>
    /** True if visitors change with this call what everybody sees. They see it at once, as signed-in users do. */
    changesPublicData?: true
    /** Tells whether the response is the same for every visitor, so that no session is looked up. */
    isPublic?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    responseCache: ResponseCache
    frontCache: FrontCache
    publicReads: PublicReads
    /** A secret of this process. A call that carries it was made by the server itself while rendering a page. */
    internalKey: string
    /** The Fastify scope in which endpoints that receive files are mounted. */
    uploads: FastifyInstance
    /** The Fastify scope in which endpoints that mail programs call are mounted. It reads no body. */
    oneClick: FastifyInstance
    /** The Fastify scope in which endpoints of resumable uploads are mounted. It leaves bodies to them. */
    tus: FastifyInstance
  }
  interface FastifyRequest {
    locale: Locale
    sessionUser: SessionUser | undefined
  }
}

/** The user of a call. Undefined is possible only if the endpoint is public. */
type UserOf<E extends Endpoint> = E['access'] extends 'public'
  ? SessionUser | undefined
  : SessionUser

/** The id of something in the path of an endpoint with the access `owner`, and the user who has to own it. */
export interface OwnId {
  sellerId: number
  id: number
}

/** What an owner's row is found by: the user, and the parameters of the path. */
type OwnOf<E extends Endpoint> = E['access'] extends 'owner'
  ? { sellerId: number } & ParsedInput<E>['params']
  : undefined

export type EndpointCall<E extends Endpoint> = ParsedInput<E> & {
  user: UserOf<E>
  own: OwnOf<E>
  locale: Locale
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * What a handler returns. The result is ignored if the endpoint answers without a body. An endpoint with content other
 * than JSON sends it itself, and has to say so.
 */
export type HandlerResult<E extends Endpoint> = E extends
  | { reply: z.ZodMiniType }
  | { contentType: string }
  ? EndpointReply<E> | typeof RESPONSE_SENT
  : unknown

/** How the response of a public endpoint is cached. */
export interface CacheRule<E extends Endpoint, R = EndpointReply<E>> {
  /**
   * Returns the cache tags of a response, which name the data that the response was rendered from, such as `product:7`.
   * Undefined if the response must not be cached.
   */
  tags: (call: Pick<ParsedInput<E>, 'params' | 'query'>, result: R) => readonly string[] | undefined
  /**
   * Returns the part of the cache key that identifies the request, by default its path parameters. Undefined for
   * requests whose number is unlimited, such as searches; their responses are not cached.
   */
  key?: (call: Pick<ParsedInput<E>, 'params' | 'query'>) => string | undefined
}

/**
 * The header with which a response reports its cache tags, separated by commas, to the page that is being rendered. A
 * page that receives a response without this header is not cached.
 */
export const CACHE_TAGS_HEADER = 'x-cache-tags'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** A handler returns this value to say that it has sent the response itself, such as a redirect or a stream. */
export const RESPONSE_SENT = { sent: true } as const

/** An endpoint that adds nothing to the audit log. The others are mounted with `mountAdminAction`. */
export type UnloggedEndpoint = Endpoint & { audit?: undefined }

/**
 * Mounts an endpoint of the contract under `/api`. Before the handler runs, these checks are made in the sequence of
 * the API document: origin and content type, rate limit, session and access, captcha, schemas.
 * @param limit how often one IP address can make this call, counted over all processes
 * @param countedAs returns the key to count instead of the IP address
 * @param needsProof tells whether a request needs a recent proof of identity, if that depends on more than the endpoint
 * @param changesPublicData whether visitors change with this call what everybody sees
 */
export function mountEndpoint<const E extends UnloggedEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<HandlerResult<E>> | HandlerResult<E>,
  {
    limit,
    countedAs,
    needsProof,
    changesPublicData,
  }: {
    limit?: RateLimit
    countedAs?: (request: FastifyRequest) => Promise<string>
    needsProof?: (request: FastifyRequest, user: SessionUser) => Promise<boolean>
    changesPublicData?: true
  } = {},
): void {
  const status = getSuccessStatus(endpoint)
  const scope = getScope(app, endpoint)
  scope.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: {
      endpoint,
      ...(limit && { limit }),
      ...(countedAs && { countedAs }),
      ...(needsProof && { needsProof }),
      ...(changesPublicData && { changesPublicData }),
    },
    async handler(request, reply) {
      const params = parseInput(endpoint.params, request.params) as object | undefined
      const user = request.sessionUser
      const call = {
        params,
        query: parseInput(endpoint.query, request.query),
        body: parseInput(endpoint.body, request.body ?? {}, endpoint),
        form: undefined,
        user,
        own: endpoint.access === 'owner' ? { sellerId: user!.id, ...params } : undefined,
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

function getScope(app: FastifyInstance, { form, oneClick, tus }: Endpoint): FastifyInstance {
  if (form) return app.uploads
  if (oneClick) return app.oneClick
  return tus ? app.tus : app
}

/** The media type of the bytes of a file that is sent in chunks. Source: tus 1.0. */
export const CHUNK_TYPE = 'application/offset+octet-stream'

/** Makes the endpoints of a scope read the bodies of resumable uploads themselves. */
export function passOnChunks(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(CHUNK_TYPE, (_request, _body, done) => done(null))
}

/** The maximum size in bytes of a body whose content is not read. */
const UNREAD_BODY_MAX_BYTES = 1024

/** Makes the endpoints of a scope accept a body of any type without reading it, as mail programs send one. */
export function acceptAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: UNREAD_BODY_MAX_BYTES },
    (_request, _body, done) => done(null),
  )
}

/**
 * Mounts a public endpoint whose response depends only on its parameters and the language. The response is cached until
 * one of its tags is invalidated.
 * @param handle reads from the database that the call names, which may be a read replica, and changes nothing
 */
export function mountCachedEndpoint<const E extends Endpoint, R extends EndpointReply<E>>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: ParsedInput<E> & { locale: Locale; db: Database }) => Promise<R> | R,
  { tags, key = ({ params }) => JSON.stringify(params ?? {}) }: CacheRule<E, R>,
): void {
  const { responseCache, frontCache, publicReads, internalKey } = app
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
        const result = await publicReads.read(
          db => handle({ ...received, locale, db }),
          hasOwnChange(request.headers),
        )
        return {
          status: getSuccessStatus(endpoint),
          body: JSON.stringify(z.parse(endpoint.reply!, result)),
          headers: JSON_HEADERS,
          tags: requestKey === undefined ? undefined : tags(received, result),
        }
      }
      const entry =
        requestKey === undefined
          ? await app.renderLimits.answerCall(request, () => renderUncached(render))
          : await responseCache.getOrRender(`${locale} ${endpoint.path} ${requestKey}`, render)
      if (entry.tags && request.headers['x-internal-key'] === internalKey)
        reply.header(CACHE_TAGS_HEADER, entry.tags.join())
      else if (entry.tags) frontCache.remember(request, reply, entry)
      return sendCachedResponse(entry, request, reply)
    },
  })
}

/**
 * Parses `value` with a schema of the contract.
 * @throws ApiError INVALID_DATA with the validation issues, or with the error code that the schema names for an issue
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
