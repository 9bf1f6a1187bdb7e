import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * A fault to inject into the next `times` requests whose path begins with `path`. The optional fields say what happens
 * to these requests.
 */
export interface InjectedFault {
  /** Requests whose path begins with this prefix get the fault. */
  path: string
  method?: string
  /** The HTTP status to answer with instead of handling the request. The answer 429 has a Retry-After header. */
  status?: number
  /** The seconds in the Retry-After header of the answer 429; the default is 1. */
  retryAfter?: number
  /** The milliseconds by which the reply to the handled request is delayed. */
  latencyMs?: number
  /** If true, the request is accepted and never answered. */
  hang?: boolean
  /** If true, the connection is closed without a reply. */
  reset?: boolean
  /** If true, the request is handled and the body of the reply is truncated. */
  malformed?: boolean
  /**
   * If true, the answer is an HTML page, as a proxy in front of the provider sends it; its status is `status` or 200.
   */
  html?: boolean
  /** The number of bytes by which the JSON of the reply to the handled request is made longer. */
  extraBytes?: number
  /** The reply to the handled request is sent byte by byte, with this pause in milliseconds before each byte. */
  dripMs?: number
  times: number
}

const HTML = '<!doctype html><title>Error</title><h1>Something went wrong</h1>'

/** The faults to inject. Each request gets the oldest fault that matches it. */
export class FaultQueue {
  #waiting: InjectedFault[] = []

  add(fault: InjectedFault): void {
    this.#waiting.push({ ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  list(): InjectedFault[] {
    return this.#waiting
  }

  /** Returns the fault for a request, if any, and counts that the fault was injected once more. */
  takeMatching(method: string, path: string): InjectedFault | undefined {
    const fault = this.#waiting.find(
      waiting => path.startsWith(waiting.path) && (!waiting.method || waiting.method === method),
    )
    if (fault && --fault.times <= 0)
      this.#waiting = this.#waiting.filter(waiting => waiting !== fault)
    return fault
  }
}

/** Registers hooks that inject the queued faults into requests, except requests to the control API. */
export function injectFaults(app: FastifyInstance, faults: FaultQueue, closing: AbortSignal): void {
  const faultByRequest = new WeakMap<FastifyRequest, InjectedFault>()

  app.addHook('preHandler', async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (path === '/' || path.startsWith('/control/')) return undefined
    const fault = faults.takeMatching(request.method, path)
    if (!fault) return undefined
    faultByRequest.set(request, fault)
    if (fault.hang || fault.reset) reply.hijack()
    if (fault.reset) request.raw.socket.destroy()
    if (fault.html)
      return reply
        .code(fault.status ?? 200)
        .type('text/html')
        .send(HTML)
    return fault.status === undefined ? undefined : sendFaultReply(reply, fault)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faultByRequest.get(request)
    if (fault?.extraBytes && typeof payload === 'string') {
      reply.removeHeader('content-length')
      // JSON can end with any amount of white space.
      return payload + ' '.repeat(fault.extraBytes)
    }
    if (fault?.dripMs && typeof payload === 'string') {
      reply.removeHeader('content-length')
      return Readable.from(drip(payload, fault.dripMs, closing))
    }
    if (fault?.latencyMs)
      await sleep(fault.latencyMs, undefined, { signal: closing, ref: false }).catch(() => {})
    return fault?.malformed && typeof payload === 'string'
      ? payload.slice(0, Math.max(1, Math.floor(payload.length / 2)))
      : payload
  })
}

/** Yields a text byte by byte with a pause before each byte. */
async function* drip(text: string, pauseMs: number, closing: AbortSignal): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) {
    await sleep(pauseMs, undefined, { signal: closing, ref: false }).catch(() => {})
    yield Buffer.of(byte)
  }
}

function sendFaultReply(
  reply: FastifyReply,
  { status = 500, retryAfter = 1 }: InjectedFault,
): FastifyReply {
  const [error, message] =
    status === 429
      ? ['local_rate_limited', 'Too many requests']
      : ['internal_error', 'Simulated failure']
  if (status === 429) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send({ message, error, status, cause: [] })
}
