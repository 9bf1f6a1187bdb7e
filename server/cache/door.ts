import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../http/endpoint.ts'
import { type Encoded, encodingFor } from './encoding.ts'
import { Spellings } from './spellings.ts'
import type { Copies, Copy } from './store.ts'

/** An address that the router has answered from a copy, and how. */
interface Known {
  /** The copy's key without its language. */
  name: string
  /** Pattern of its route. */
  route: string
  /** Told of each answer, and how long it took in ms. */
  tell: (ms: number) => void
}

/** The copy that an answer comes from, and what of it was sent. */
interface From {
  copy: Copy
  encoded: Encoded
}

declare module 'fastify' {
  interface FastifyRequest {
    answeredFrom: From | undefined
  }
}

export interface DoorDeps {
  copies: Copies
  /** The language of a request by its headers alone. */
  languageOf: (headers: IncomingHttpHeaders) => string
  /** False for a host whose visitors are sent elsewhere, and for an address that asked too often. */
  mayPass: (request: IncomingMessage, route: string) => boolean
  /** Finds who is told of a route's answers. */
  toldOf: (route: string) => Known['tell']
}

/**
 * Answers what is asked most, kept copies by an address seen before, in front of the router. It knows no rule of its
 * own: what a copy was answered with the last time, status and headers, is what it is answered with again, and
 * whatever is out of the ordinary (a condition, a body, a choice of language) goes the long way.
 */
export class Door {
  readonly #known = new Spellings<Known>()
  readonly #deps: DoorDeps
  #isOpen = true

  constructor(deps: DoorDeps) {
    this.#deps = deps
  }

  /** Stands in front of the router, until the server begins to close. */
  guard(app: FastifyInstance): void {
    const { server } = app
    const [router] = server.listeners('request') as ((
      request: IncomingMessage,
      response: ServerResponse,
    ) => void)[]
    if (!router) throw new Error('the server has no router')
    server.removeListener('request', router)
    server.on('request', (request, response) => {
      if (!this.#passed(request, response)) router(request, response)
    })
    // Behind every other hook: by now the headers are all there.
    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.answeredFrom) this.#remember(request.answeredFrom, request, reply)
      done(null, payload)
    })
    app.addHook('preClose', done => {
      this.#isOpen = false
      done()
    })
  }

  /** Remembers how a copy was answered; its headers are complete but for its length. */
  #remember({ copy, encoded }: From, request: FastifyRequest, reply: FastifyReply): void {
    const headers = reply.getHeaders()
    if (reply.statusCode !== 200 || headers['set-cookie'] || !isPlain(request.headers)) return
    const { url = '' } = routeOf(request)
    const name = copy.key.slice(copy.key.indexOf(' ') + 1)
    const tell = this.#deps.toldOf(url)
    this.#known.meaning(request.raw.url ?? '', () => ({ name, route: url, tell }))
    encoded.head ??= flat({ ...headers, 'content-length': encoded.bytes })
  }

  #passed(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isOpen || request.method !== 'GET' || !isPlain(request.headers)) return false
    const known = this.#known.get(request.url ?? '')
    if (!known) return false
    const { copies, languageOf, mayPass } = this.#deps
    const began = performance.now()
    const copy = copies.peek(`${languageOf(request.headers)} ${known.name}`)
    if (!copy) return false
    const encoded = copy.encoded[encodingFor(copy, request.headers)]
    if (!encoded?.head || !mayPass(request, known.route)) return false
    response.writeHead(200, encoded.head)
    response.end(encoded.body)
    known.tell(performance.now() - began)
    return true
  }
}

/** Nothing that changes the answer but its language and encoding. */
function isPlain(headers: IncomingHttpHeaders): boolean {
  return (
    headers['if-none-match'] === undefined &&
    headers['x-internal-key'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}

/** As `writeHead` takes them quickest: names and values in turn. */
function flat(headers: Record<string, number | string | string[] | undefined>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  )
}
