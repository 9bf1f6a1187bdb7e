import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp } from '#tools/test-app/test-app.ts'
import { RenderLimits } from './render-limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  [5000, 'rendered'],
  [5001, 'ERROR_SERVICE_UNAVAILABLE'],
])('a render whose turn comes after %d ms ends with %s', async (waitMs, outcome) => {
  // One render at a time.
  const limits = new RenderLimits(0.025)
  const first = Promise.withResolvers<void>()
  const answer = (ip: string, render: () => Promise<unknown>) =>
    limits.answer({ ip } as FastifyRequest, render)
  const running = answer('203.0.113.1', () => first.promise)
  const waiting = answer('203.0.113.2', () => Promise.resolve('rendered')).catch(
    (error: { code: string }) => error.code,
  )

  await vi.advanceTimersByTimeAsync(waitMs)
  first.resolve()

  await running
  expect(await waiting).toBe(outcome)
})

test.each([
  ['searches', '/api/public/product/page/1?q=zamba'],
  ['suggestions', '/api/public/product/suggest?q=zamba'],
])(
  'many %s at the same time are answered one after the other, and the rest is refused',
  async (_, path) => {
    vi.useRealTimers()
    // One call at a time, two waiting of each IP address and ten of all.
    const shop = await createTestApp({ RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: 'loopback' })
    const ask = async (index: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${index % 10}` }
      const response = await fetch(shop.origin + path, { headers })
      await response.text()
      return { status: response.status, retryAfter: response.headers.get('retry-after') }
    }

    const answers = await Promise.all(Array.from({ length: 100 }, (_item, index) => ask(index)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(answers).toContainEqual({ status: 503, retryAfter: '2' })
    expect((await ask(1)).status).toBe(200)
    await shop.close()
  },
)
