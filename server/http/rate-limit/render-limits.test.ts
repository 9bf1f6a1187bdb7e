import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
