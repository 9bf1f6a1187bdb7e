import type { FastifyReply, FastifyRequest } from 'fastify'

/** True when a person pressed a button on a page, rather than a program sending JSON. */
export function isFormRequest(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
}

/** The fields of a form as JSON would hold them: numbers and truths as such, empty ones not at all. */
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

/** Answers a program with data, and a person's button with the page they came from. */
export function replyOrRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): FastifyReply {
  return isFormRequest(request) ? reply.redirect('/', 303) : reply.send(data)
}

/** Sends a page. Nothing on it may be kept by a browser. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}
