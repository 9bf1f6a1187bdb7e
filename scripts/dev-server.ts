import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/serve.ts'
import type { WebSource } from '#server/ssr/render.ts'

/**
 * The web source of `npm run dev`: Vite in place of the built web. Vite handles each request first and passes those for
 * which it has no file on to the routes; hot updates use the port of the server.
 */
async function createViteSource(server: FastifyInstance): Promise<WebSource> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: server.server } },
    appType: 'custom',
  })
  server.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, (error?: Error) => done(error))
  })
  server.addHook('onClose', () => vite.close())
  return {
    isDevelopment: true,
    publicAddress: () => undefined,
    async loadBuild() {
      const build: unknown = await vite.ssrLoadModule('virtual:react-router/server-build')
      return build as ServerBuild
    },
  }
}

await serve(readConfig(), createViteSource)
