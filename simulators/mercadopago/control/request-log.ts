import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A logged request, with its secrets masked. */
export interface LoggedRequest {
  /** The time of the request in ISO 8601. */
  at: string
  method: string
  path: string
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
  /** The HTTP status of the response; null until the response is sent. */
  status: number | null
}

const MAX_REQUESTS = 5000
const SECRET =
  /^(access_token|refresh_token|client_secret|code|code_verifier|authorization|cookie)$/i

/**
 * Logs every request except those to the control API. The hook runs first, so that rejected requests are logged too.
 */
export function logRequests(app: FastifyInstance, now: () => number): LoggedRequest[] {
  const log: LoggedRequest[] = []
  const entries = new WeakMap<FastifyRequest, LoggedRequest>()

  app.addHook('onRequest', async request => {
    const [path = '', ...rest] = request.url.split('?')
    if (path === '/' || path.startsWith('/control/')) return
    const entry: LoggedRequest = {
      at: new Date(now()).toISOString(),
      method: request.method,
      path,
      query: mask(Object.fromEntries(new URLSearchParams(rest.join('?')))),
      headers: mask(request.headers),
      body: null,
      status: null,
    }
    entries.set(request, entry)
    log.push(entry)
    if (log.length > MAX_REQUESTS) log.shift()
  })
  app.addHook('preValidation', async request => {
    const entry = entries.get(request)
    if (entry && request.body !== undefined) entry.body = maskBody(request.body)
  })
  app.addHook('onResponse', async (request, reply) => {
    const entry = entries.get(request)
    if (entry) entry.status = reply.statusCode
  })
  return log
}

function mask(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET.test(name) ? '***' : value]),
  )
}

function maskBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? mask(body) : body
}
