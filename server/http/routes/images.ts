import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import { refuseByLimit } from '#server/http/rate-limit/api-rate-limit.ts'

const CONTENT_TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif' }

/** The time in milliseconds for which a missing image is remembered, and the memory in bytes for their names. */
const MISSING_MS = 60_000
const MISSING_MAX_BYTES = 1024 * 1024
/**
 * The maximum number of missing images per minute for which one IP address can make the storage search. Every size of a
 * deleted image is missing, so a page with many of them needs some.
 */
const MISSING_PER_MINUTE = 100

/**
 * Serves public images. The key of an image is never reused for another image, so browsers can cache images forever.
 * Images that do not exist are remembered for a minute, and counted for each IP address, since the storage can be a
 * bucket that is paid by the request.
 * @param factor the setting RATE_LIMIT_FACTOR, which multiplies the limit
 */
export function registerImageRoutes(
  app: FastifyInstance,
  { storage, factor }: { storage: Pick<Storage, 'readImage'>; factor: number },
): void {
  const missing = new LRUCache<string, true>({
    maxSize: MISSING_MAX_BYTES,
    sizeCalculation: (_missing, name) => 100 + name.length,
    ttl: MISSING_MS,
  })
  const searches = new RateLimiterMemory({ points: MISSING_PER_MINUTE * factor, duration: 60 })

  async function read(name: string, ip: string) {
    if (missing.has(name)) return undefined
    const address = toIpAddressKey(ip)
    const used = await searches.get(address)
    if (used && used.consumedPoints >= searches.points) refuseByLimit(used)
    const bytes = await storage.readImage(name)
    if (bytes) return bytes
    missing.set(name, true)
    await searches.consume(address).catch(refuseByLimit)
    return undefined
  }

  app.get<{ Params: { key: string; file: string } }>(
    '/images/:key/:file',
    async ({ params, ip }, reply) => {
      const { key, file } = params
      const [, type] = /^\d{3}\.(webp|avif)$/.exec(file) ?? []
      const bytes = type && /^[\w-]{1,64}$/.test(key) ? await read(`${key}/${file}`, ip) : undefined
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
