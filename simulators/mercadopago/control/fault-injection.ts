import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A way for the provider to misbehave, for the next `times` requests under a path. */
export interface Fault {
  /** A prefix of the path. */
  path: string
  method?: string
  /** Answers this instead of doing the work; 429 carries a Retry-After. */
  status?: number
  /** Seconds; default 1. */
  retryAfter?: number
  /** The work is done, the answer comes this late. */
  latencyMs?: number
  /** Takes the request and never answers. */
  hang?: boolean
  /** Cuts the connection. */
  reset?: boolean
  /** The work is done, the answer is cut off in the middle. */
  malformed?: boolean
  times: number
}

/** The faults that are waiting for a request, first come first served. */
export class FaultQueue {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push({ ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  list(): Fault[] {
    return this.#waiting
  }

  /** The fault that strikes this request, now used up once more. */
  takeMatching(method: string, path: string): Fault | undefined {
    const fault = this.#waiting.find(
      waiting => path.startsWith(waiting.path) && (!waiting.method || waiting.method === method),
    )
    if (fault && --fault.times <= 0)
      this.#waiting = this.#waiting.filter(waiting => waiting !== fault)
    return fault
  }
}

/** Lets the faults strike. Requests to the control surface are spared. */
export function injectFaults(app: FastifyInstance, faults: FaultQueue, closing: AbortSignal): void {
  const faultByRequest = new WeakMap<FastifyRequest, Fault>()

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
  { status = 500, retryAfter = 1 }: Fault,
): FastifyReply {
  const [error, message] =
    status === 429
      ? ['local_rate_limited', 'Too many requests']
      : ['internal_error', 'Simulated failure']
  if (status === 429) reply.header('retry-after', String(retryAfter))
  return reply.code(status).send({ message, error, status, cause: [] })
}
