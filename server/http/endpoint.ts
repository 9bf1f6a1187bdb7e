import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type Received,
  type ReplyOf,
  successStatus,
} from '#contract/core/endpoint.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from './api-error.ts'
import type { SessionUser } from './guards.ts'
import { answerWith } from '../cache/answer.ts'
import type { Copies, Copy, Made } from '../cache/store.ts'
import type { Limit } from './rate-limit/limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: Limit
    countedAs?: (request: FastifyRequest) => Promise<string>
    /** Whether the answer to a request is the same for everyone: nobody's session is looked up. */
    isShared?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    /** Answers that are the same for everyone. */
    copies: Copies
    /** Marks calls of a page being rendered. */
    internalKey: string
    /** Where the calls that bring files are mounted. */
    uploads: FastifyInstance
  }
  interface FastifyRequest {
    locale: Locale
    sessionUser: SessionUser | undefined
    /** For `routeOf`. */
    foundRoute: FastifyRequest['routeOptions'] | undefined
  }
}

/** The route that was found for a request. Fastify describes it anew whenever it is asked, and here many ask. */
export function routeOf(request: FastifyRequest): FastifyRequest['routeOptions'] {
  return (request.foundRoute ??= request.routeOptions)
}

/** The user of a call, certain where the endpoint asks for one. */
type UserOf<E extends Endpoint> = E['access'] extends 'public'
  ? SessionUser | undefined
  : SessionUser

export type Call<E extends Endpoint> = Received<E> & {
  user: UserOf<E>
  locale: Locale
  request: FastifyRequest
  reply: FastifyReply
}

/** How an answer that is the same for everyone is kept: what it was made from, and under which address. */
export interface Shared<E extends Endpoint, R = ReplyOf<E>> {
  /** Tags of `server/http/copies/changes.ts`; undefined for an answer not to be kept. */
  tags: (call: Pick<Received<E>, 'params' | 'query'>, result: R) => readonly string[] | undefined
  /** Calls that visitors could vary without end are not kept: undefined. Without this the parameters name it. */
  key?: (call: Pick<Received<E>, 'params' | 'query'>) => string | undefined
}

/** Of an answer to a page being rendered: its tags, with commas between. Absent: the page is not to be kept. */
export const TAGS_HEADER = 'x-made-from'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** What a handler returns that answered by itself: a redirect, a stream. */
export const SENT = { sent: true } as const

/**
 * Mounts an endpoint of the contract under `/api`. The checks before the handler run in the order of the
 * API document: origin and content type, rate limit, session and access, captcha, then the schemas.
 * @param limit how often one address may make this call, over all processes
 * @param countedAs who is counted, where it is not the address; the body is there, not yet judged
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
  const place = endpoint.form ? app.uploads : app
  place.route({
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
 * Mounts an endpoint whose answer is the same for everyone in a language: it is made once and kept until what it
 * was made from changes. It knows no user and no cookie but the language's.
 */
export function sharedRoute<const E extends Endpoint, R extends ReplyOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Received<E> & { locale: Locale }) => Promise<R> | R,
  { tags, key = ({ params }) => JSON.stringify(params ?? {}) }: Shared<E, R>,
): void {
  const { copies, internalKey } = app
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint, isShared: () => true },
    handler(request, reply) {
      const { locale } = request
      const received = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: undefined,
        form: undefined,
      } as unknown as Received<E>
      const name = key(received)
      const make = async (): Promise<Made> => {
        const result = await handle({ ...received, locale })
        return {
          status: successStatus(endpoint),
          body: JSON.stringify(z.parse(endpoint.reply!, result)),
          headers: JSON_HEADERS,
          tags: name === undefined ? undefined : tags(received, result),
        }
      }
      const answer = (copy: Copy) => {
        if (copy.tags && request.headers['x-internal-key'] === internalKey)
          reply.header(TAGS_HEADER, copy.tags.join())
        return answerWith(copies, copy, request, reply)
      }
      if (name === undefined) return copies.make(make).then(answer)
      const address = `${locale} ${endpoint.path} ${name}`
      const found = copies.find(address, make)
      return found instanceof Promise ? found.then(answer) : answer(found)
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
  { invalid, invalidFields = {} }: Pick<Endpoint, 'invalid' | 'invalidFields'> = {},
): unknown {
  if (!schema) return undefined
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const { issues } = read.error
  const closer = issues.map(({ path }) => invalidFields[String(path[0])]).find(Boolean)
  throw ApiError.ofIssues(issues, closer ?? invalid)
}
