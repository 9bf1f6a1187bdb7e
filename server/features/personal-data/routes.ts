import type { FastifyInstance } from 'fastify'
import { exportPersonalData } from '#contract/personal-data.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import type { Db } from '#server/db/client.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { streamPersonalData } from './export.ts'

const EXPORTS_PER_USER = { name: 'data_export', max: 5, seconds: 3600 }

export function registerPersonalDataRoutes(
  app: FastifyInstance,
  { db, limiter }: { db: Db; limiter: RateLimiter },
): void {
  mountEndpoint(app, exportPersonalData, async ({ user, locale, reply }) => {
    await limiter.consume(EXPORTS_PER_USER, String(user.id))
    const name = `${locale === 'es' ? 'mis-datos' : 'my-data'}-${toLocalDay(new Date())}.json`
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(streamPersonalData(db, user))
    return RESPONSE_SENT
  })
}
