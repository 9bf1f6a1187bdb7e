import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request as it came in; secrets are masked. */
export interface LoggedRequest {
  /** ISO 8601. */
  at: string
  method: string
  path: string
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
  /** null while it has not been answered. */
  status: number | null
}

const MAX_REQUESTS = 5000
const SECRET =
  /^(access_token|refresh_token|client_secret|code|code_verifier|authorization|cookie)$/i

/** Writes down every request but those of the control surface, before anything else happens to it. */
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
