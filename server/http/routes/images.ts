import type { FastifyInstance } from 'fastify'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '#server/http/api-error.ts'

const CONTENT_TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif' }

/**
 * Serves public images. The key of an image is never reused for another image, so browsers can cache images forever.
 */
export function registerImageRoutes(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { key: string; file: string } }>(
    '/images/:key/:file',
    async ({ params }, reply) => {
      const { key, file } = params
      const [, type] = /^\d{3}\.(webp|avif)$/.exec(file) ?? []
      const bytes =
        type && /^[\w-]{1,64}$/.test(key) ? await storage.readImage(`${key}/${file}`) : undefined
      if (!type || !bytes) throw new ApiError('UNKNOWN_ERROR', 'no such image')
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': 'sandbox',
          'content-type': CONTENT_TYPES[type],
          'x-content-type-options': 'nosniff',
        })
        .send(bytes)
    },
  )
}
