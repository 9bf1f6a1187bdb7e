import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import './bundle-programs.ts'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/serve.ts'
import type { WebBuildLoader } from '#server/ssr/render.ts'

/**
 * Creates the source of web pages for `npm run dev`: Vite instead of the built web app. Vite handles each request
 * first; a request for which it has no file goes on to the server's routes. Hot updates use the port of the server.
 */
async function createViteSource(server: FastifyInstance): Promise<WebBuildLoader> {
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
