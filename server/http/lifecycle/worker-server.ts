import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The paths of health checks and metrics. */
const PATHS = new Set(['/healthz', '/readyz', '/readyz/process', '/metrics'])

/**
 * Serves only the health checks and the metrics of a process that takes no requests of visitors. Without them, nobody
 * would see how its jobs, its emails and its calls to the payment provider go.
 */
export async function startWorkerServer(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  await app.ready()
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (PATHS.has(path)) app.routing(request, response)
    else response.writeHead(404).end()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
