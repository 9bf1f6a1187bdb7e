import type { FastifyInstance } from 'fastify'
import { type Span, getActiveSpan, runInSpan } from '#server/tracing/span.ts'
import type { Tracing } from '#server/tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; undefined if it is not traced. */
    span: Span | undefined
  }
}

/**
 * Tells whether requests of a route are traced: those of the API and of pages. Health checks, metrics, assets and images
 * are requested by the thousand and call nothing else.
 */
const isTraced = (route: string): boolean => route.startsWith('/api/') || route === '/*'

/**
 * Traces the requests that reach the app. A request from outside begins a trace, which is sampled as the operator has
 * set. Its header `traceparent` only becomes a link: anybody can send one, and must neither be able to have every request
 * sampled nor to add spans to another trace. Responses that the front cache sends are not traced.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.decorateRequest('span', undefined)

  server.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions
    if (!isTraced(route)) {
      done()
      return
    }
    const { method, id, headers } = request
    const name = `${method} ${route}`
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'kiosko.request.id': id,
    }
    const page = headers['x-internal-key'] === server.internalKey ? getActiveSpan() : undefined
    const { traceparent } = headers
    request.span = page
      ? page.startChild({ name, kind: 'internal', attributes })
      : tracing.startSpan({
          name,
          kind: 'server',
          attributes,
          ...(typeof traceparent === 'string' && { link: traceparent }),
        })
    runInSpan(request.span, done)
  })

  server.addHook('onResponse', ({ span }, { statusCode }, done) => {
    if (!span) {
      done()
      return
    }
    span.setAttributes({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(String(statusCode))
    span.end()
    runInSpan(span, done)
  })

  server.addHook('onRequestAbort', ({ span }, done) => {
    span?.fail('aborted')
    span?.end()
    done()
  })
}
