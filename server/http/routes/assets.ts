import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { recompress } from '#server/cache/compression.ts'
import type { Database } from '#server/db/client.ts'
import { releasedAssets } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import { refuseByLimit } from '#server/http/rate-limit/api-rate-limit.ts'

/** An open page may load a part of itself this long after its release was replaced. */
const KEEP_HOURS = 25
/** The number of files that one statement stores. A release has about 360 with 0.7 MB in all. */
const BATCH = 50
const BROTLI_SUFFIX = '.br'
const YEAR_SECONDS = 31_536_000
/** The maximum number of unknown files per minute for which one IP address can ask the database. */
const MISSES_PER_MINUTE = 100

/**
 * Stores the scripts and styles of this release, and deletes those of releases that ended a day ago. A process does so
 * when it starts, and a worker every hour.
 * @param assetsDir the folder of the built files, each beside its compressed variants
 */
export async function keepReleasedAssets(db: Database, assetsDir: string): Promise<void> {
  const files = (await readdir(assetsDir)).filter(file => file.endsWith(BROTLI_SUFFIX))
  const names = files.map(file => file.slice(0, -BROTLI_SUFFIX.length))
  const known = await db
    .update(releasedAssets)
    .set({ seenAt: sql`now()` })
    .where(inArray(releasedAssets.name, names))
    .returning({ name: releasedAssets.name })
  const knownNames = new Set(known.map(({ name }) => name))
  const newNames = names.filter(name => !knownNames.has(name))
  for (let start = 0; start < newNames.length; start += BATCH) {
    const rows = await Promise.all(
      newNames.slice(start, start + BATCH).map(async name => ({
        name,
        content: await readFile(join(assetsDir, name + BROTLI_SUFFIX)),
      })),
    )
    await db
      .insert(releasedAssets)
      .values(rows)
      .onConflictDoUpdate({ target: releasedAssets.name, set: { seenAt: sql`now()` } })
  }
  await db
    .delete(releasedAssets)
    .where(lt(releasedAssets.seenAt, sql`now() - ${KEEP_HOURS} * interval '1 hour'`))
}

/**
 * Serves the scripts and styles of a release: from `assetsDir`, compressed as they were built, and those of other
 * releases while they are kept.
 * @param factor the setting RATE_LIMIT_FACTOR, which multiplies the limit of unknown files
 */
export async function registerAssets(
  app: FastifyInstance,
  { db, assetsDir, factor }: { db: Database; assetsDir: string; factor: number },
): Promise<void> {
  const misses = new RateLimiterMemory({ points: MISSES_PER_MINUTE * factor, duration: 60 })

  async function find(name: string, ip: string) {
    const address = toIpAddressKey(ip)
    const used = await misses.get(address)
    if (used && used.consumedPoints >= misses.points) refuseByLimit(used)
    const [asset] = await db.select().from(releasedAssets).where(eq(releasedAssets.name, name))
    if (!asset) await misses.consume(address).catch(refuseByLimit)
    return asset
  }

  await app.register(
    async assets => {
      await assets.register(fastifyStatic, {
        root: assetsDir,
        preCompressed: true,
        // The compressed variants of an asset are not served under URLs of their own.
        allowedPath: path => !/\.(br|gz)$/.test(path),
        immutable: true,
        maxAge: YEAR_SECONDS * 1000,
        index: false,
        decorateReply: false,
      })
      assets.setNotFoundHandler(async ({ url, ip }, reply) => {
        const [, name, type] = /^\/assets\/([\w-]+\.(js|css))(?:\?|$)/.exec(url) ?? []
        const asset = name === undefined ? undefined : await find(name, ip)
        if (!asset) throw new ApiError('UNKNOWN_ERROR', 'no such asset')
        return reply
          .headers({
            'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
            'content-type': `text/${type === 'js' ? 'javascript' : 'css'}; charset=utf-8`,
          })
          .send(await recompress(asset.content, 'identity'))
      })
    },
    { prefix: '/assets/' },
  )
}
