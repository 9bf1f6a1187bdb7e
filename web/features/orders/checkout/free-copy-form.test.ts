import { expect, test } from 'vitest'
import { describeRefusal } from './free-copy-form.tsx'

test('a free copy that is refused for now says from when on to ask again', () => {
  const refusal = { ok: false, status: 429, code: 'ERROR_TOO_MANY_REQUESTS' } as const

  expect(describeRefusal({ ...refusal, retryAfter: 240 })).toMatch(/después de las \d{2}:\d{2}/)
  expect(describeRefusal(refusal)).toBeUndefined()
  expect(describeRefusal({ ...refusal, code: 'ERROR_CAPTCHA_FAILED' })).toBeUndefined()
})
