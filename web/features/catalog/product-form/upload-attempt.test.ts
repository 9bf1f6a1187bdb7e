import { expect, test, vi } from 'vitest'
import { attemptUpload, type UploadFunction, type UploadOutcome } from './upload-attempt.ts'

const solved = () => Promise.resolve('token')
const unsolvable = () => Promise.reject(new Error('no captcha'))
const endless = () => new Promise<string>(() => undefined)
const succeeds: UploadFunction = () => Promise.resolve({ ok: true })
const fails: UploadFunction = () => Promise.resolve({ ok: false, code: 'ERROR_UPLOADING_FILES' })

/** Attempts an upload during which the user presses Cancel at the given moment. */
async function attempt(
  takeCaptcha: () => Promise<string>,
  upload: UploadFunction,
  cancelled: 'never' | 'before the captcha' | 'during the captcha' | 'during the upload',
) {
  const controller = new AbortController()
  const send = vi.fn<UploadFunction>(options => {
    if (cancelled === 'during the upload') controller.abort()
    return upload(options)
  })
  if (cancelled === 'before the captcha') controller.abort()
  const outcome = attemptUpload(send, takeCaptcha, {
    signal: controller.signal,
    onProgress: () => undefined,
  })
  if (cancelled === 'during the captcha') controller.abort()
  return { outcome: await outcome, hasSent: send.mock.calls.length > 0 }
}

test.each<[string, Parameters<typeof attempt>, UploadOutcome['state'], boolean]>([
  ['that succeeds is done', [solved, succeeds, 'never'], 'done', true],
  ['that the server refuses has failed', [solved, fails, 'never'], 'failed', true],
  ['without a captcha is not sent', [unsolvable, succeeds, 'never'], 'noCaptcha', false],
  [
    'cancelled before the captcha is solved is not sent',
    [solved, succeeds, 'before the captcha'],
    'cancelled',
    false,
  ],
  [
    'cancelled while the captcha is solved does not wait for it',
    [endless, succeeds, 'during the captcha'],
    'cancelled',
    false,
  ],
  [
    'cancelled while it is sent is cancelled',
    [solved, fails, 'during the upload'],
    'cancelled',
    true,
  ],
  [
    'that succeeds before the cancel takes effect is done',
    [solved, succeeds, 'during the upload'],
    'done',
    true,
  ],
])('an upload %s', async (_, [takeCaptcha, upload, cancelled], state, hasSent) => {
  const result = await attempt(takeCaptcha, upload, cancelled)

  expect(result.outcome.state).toBe(state)
  expect(result.hasSent).toBe(hasSent)
})

test('a failed upload reports the error code of the server', async () => {
  const { outcome } = await attempt(solved, fails, 'never')

  expect(outcome).toEqual({ state: 'failed', code: 'ERROR_UPLOADING_FILES' })
})
