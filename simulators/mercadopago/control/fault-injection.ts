import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A fault that is injected into the next `times` requests whose path has a given prefix. */
export interface InjectedFault {
  /** The prefix of the request path. */
  path: string
  method?: string
  /** Replies with this status instead of handling the request; 429 carries a Retry-After header. */
  status?: number
  /** The Retry-After header of a 429, in seconds; default 1. */
  retryAfter?: number
  /** Handles the request, and delays the reply by this time. */
  latencyMs?: number
  /** Accepts the request and never replies. */
  hang?: boolean
  /** Closes the connection without a reply. */
  reset?: boolean
  /** Handles the request, and truncates the body of the reply. */
  malformed?: boolean
  times: number
}

/** The queue of faults to inject; a request gets the oldest fault that matches it. */
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

  /** Returns the fault for a request, and counts it as used once. */
  takeMatching(method: string, path: string): InjectedFault | undefined {
    const fault = this.#waiting.find(
      waiting => path.startsWith(waiting.path) && (!waiting.method || waiting.method === method),
    )
    if (fault && --fault.times <= 0)
      this.#waiting = this.#waiting.filter(waiting => waiting !== fault)
    return fault
  }
}

/** Adds hooks that inject the queued faults into requests, except those to the control API. */
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
    return fault.status === undefined ? undefined : sendFaultReply(reply, fault)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const fault = faultByRequest.get(request)
    if (fault?.latencyMs)
      await sleep(fault.latencyMs, undefined, { signal: closing, ref: false }).catch(() => {})
    return fault?.malformed && typeof payload === 'string'
      ? payload.slice(0, Math.max(1, Math.floor(payload.length / 2)))
      : payload
  })
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
