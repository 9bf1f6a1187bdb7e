import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/serve.ts'
import type { WebSource } from '#server/ssr/render.ts'

/** The server of `npm run dev`: the same app, with Vite in place of the built web. */

/** Vite answers first; what it has nothing for goes on to the routes. Its updates share the server's port. */
async function viteWeb(server: FastifyInstance): Promise<WebSource> {
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

await serve(readConfig(), viteWeb)
