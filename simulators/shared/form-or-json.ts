import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tells whether a request was sent by an HTML form rather than by a program that sends JSON. */
export function isFormRequest(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
}

/**
 * Converts the text fields of a form to JSON values: digits become numbers, `true` becomes a boolean, and empty fields
 * are dropped.
 */
export function parseFormFields(body: object): Record<string, unknown> {
  const filled = Object.entries(body).filter(([, value]) => value !== '')
  return Object.fromEntries(
    filled.map(([name, value]: [string, unknown]) => [name, parseFormValue(value)]),
  )
}

function parseFormValue(value: unknown): unknown {
  if (value === 'true') return true
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

/** Replies to a program with JSON, and redirects a browser that sent an HTML form to the home page. */
export function replyOrRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): FastifyReply {
  return isFormRequest(request) ? reply.redirect('/', 303) : reply.send(data)
}

/** Sends an HTML page that browsers must not cache. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}
