import { afterEach, expect, test, vi } from 'vitest'
import { describeRefusal } from './free-order-form.tsx'

test('a free copy that is refused for now says from when on to ask again', () => {
  const refusal = { ok: false, status: 429, code: 'ERROR_TOO_MANY_REQUESTS' } as const

  expect(describeRefusal({ ...refusal, retryAfter: 240 })).toMatch(/después de las \d{2}:\d{2}/)
  expect(describeRefusal(refusal)).toBeUndefined()
  expect(describeRefusal({ ...refusal, code: 'ERROR_CAPTCHA_FAILED' })).toBeUndefined()
})

afterEach(() => void vi.useRealTimers())

test('a refused request for free files names a minute that begins after the wait has ended', () => {
  const refusal = { status: 429, code: 'ERROR_TOO_MANY_REQUESTS' } as const
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 14, 0, 50) })

  expect(describeRefusal({ ...refusal, retryAfter: 240 })).toContain('14:05')
  expect(describeRefusal({ ...refusal, retryAfter: 250 })).toContain('14:05')
  expect(describeRefusal({ ...refusal, retryAfter: 251 })).toContain('14:06')
})
