import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, type Received, type ReplyOf, successStatus } from '#contract/endpoint.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from './api-error.ts'
import type { SessionUser } from './guards.ts'
import type { Limit } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: Limit
    countedAs?: (request: FastifyRequest) => Promise<string>
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

export type Call<E extends Endpoint> = Received<E> & {
  user: UserOf<E>
  locale: Locale
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns that answered by itself: a redirect, a stream. */
export const SENT = { sent: true } as const

/**
 * Mounts an endpoint of the contract under `/api`. The checks before the handler run in the order of the
 * API document: origin and content type, rate limit, session and access, captcha, then the schemas.
 * @param limit how often one address may make this call, over all processes
 * @param countedAs who is counted, where it is not the address
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
  app.route({
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
