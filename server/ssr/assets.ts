import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { type Encoding, bestEncoding } from '../cache/encoding.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
}
const ENDINGS: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }

type Asset = Partial<Record<Encoding, Buffer>>

/**
 * The hashed files of the build, from memory, as the build compressed them. A name holds its content's hash, so a
 * copy is good for ever.
 */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  const names = new Set(await readdir(folder))
  const loaded = new Map<string, Promise<Asset>>()

  async function load(name: string): Promise<Asset> {
    const asset: Asset = { identity: await readFile(join(folder, name)) }
    for (const [ending, encoding] of Object.entries(ENDINGS))
      if (names.has(name + ending)) asset[encoding] = await readFile(join(folder, name + ending))
    return asset
  }

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = TYPES[extname(name)]
    if (!type || !names.has(name)) throw new ApiError('UNKNOWN_ERROR', 'no such asset')
    const known = loaded.get(name) ?? load(name)
    loaded.set(name, known)
    const asset = await known
    const best = bestEncoding(request.headers['accept-encoding'])
    const encoding = asset[best] ? best : 'identity'
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': type,
      vary: 'Accept-Encoding',
    })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(asset[encoding])
  })
}
