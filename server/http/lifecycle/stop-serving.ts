import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Whether a server is about to stop. From then on it answers every request with `Connection: close`. */
export interface Lifecycle {
  isStopping: boolean
}

export interface StopTimes {
  /** The time in milliseconds in which new requests are still accepted while `/readyz` answers 503. */
  drainMs: number
  /**
   * The time in milliseconds after that in which running requests can finish. Then all connections are closed, so that
   * a stalled download does not keep the process alive.
   */
  finishMs: number
}

/**
 * Stops an HTTP server without failing a request: it reports that it is not ready, so that the proxy sends the next
 * requests to other processes, then accepts no further connections, and waits until all running requests are answered.
 * Fastify is closed only afterwards, since a page that is being rendered calls the API inside this process, which
 * Fastify refuses once it is closing.
 */
export async function stopServing(
  server: FastifyInstance,
  { drainMs, finishMs }: StopTimes,
): Promise<void> {
  server.lifecycle.isStopping = true
  if (server.server.listening) {
    await new Promise(resolve => setTimeout(resolve, drainMs))
    await finishRequests(server.server, finishMs)
  }
  await server.close()
}

async function finishRequests(httpServer: Server, finishMs: number): Promise<void> {
  const cut = setTimeout(() => httpServer.closeAllConnections(), finishMs)
  await new Promise(resolve => httpServer.close(resolve))
  clearTimeout(cut)
}

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle
  }
}
