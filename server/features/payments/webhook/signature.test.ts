import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedByProvider } from './signature.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SECONDS = String(NOW / 1000)
const sign = (message: string, secret = 'right') =>
  createHmac('sha256', secret).update(message).digest('hex')
const check = (
  signature: string | undefined,
  dataId: string | undefined = '123',
  secrets = ['right'],
) => isSignedByProvider({ signature, requestId: 'req-1', dataId }, secrets, NOW)

const MESSAGE = `id:123;request-id:req-1;ts:${SECONDS};`

describe('a notice is the provider’s', () => {
  test('with the time in seconds', () =>
    expect(check(`ts=${SECONDS},v1=${sign(MESSAGE)}`)).toBe(true))
  test('with the time in milliseconds', () =>
    expect(check(`ts=${NOW},v1=${sign(`id:123;request-id:req-1;ts:${NOW};`)}`)).toBe(true))
  test('under either of two secrets', () =>
    expect(check(`ts=${SECONDS},v1=${sign(MESSAGE, 'old')}`, '123', ['new', 'old'])).toBe(true))
  test('with its id signed in lower case', () =>
    expect(check(`ts=${SECONDS},v1=${sign(`id:abc;request-id:req-1;ts:${SECONDS};`)}`, 'ABC')).toBe(
      true,
    ))
  test('without an id, which is left out of what is signed', () =>
    expect(
      isSignedByProvider(
        {
          signature: `ts=${SECONDS},v1=${sign(`request-id:req-1;ts:${SECONDS};`)}`,
          requestId: 'req-1',
          dataId: undefined,
        },
        ['right'],
        NOW,
      ),
    ).toBe(true))
})

describe('a notice is a stranger’s', () => {
  const old = String(NOW / 1000 - 6 * 86_400)
  const early = String(NOW / 1000 + 6 * 86_400)
  test.each([
    ['without a signature', undefined],
    ['with an empty one', ''],
    ['without a time', `v1=${sign(MESSAGE)}`],
    ['with a word for a time', `ts=soon,v1=${sign('id:123;request-id:req-1;ts:soon;')}`],
    ['under another secret', `ts=${SECONDS},v1=${sign(MESSAGE, 'guess')}`],
    ['with another id', `ts=${SECONDS},v1=${sign(`id:124;request-id:req-1;ts:${SECONDS};`)}`],
    ['with a short digest', `ts=${SECONDS},v1=abcd`],
    ['more than five days old', `ts=${old},v1=${sign(`id:123;request-id:req-1;ts:${old};`)}`],
    ['more than five days early', `ts=${early},v1=${sign(`id:123;request-id:req-1;ts:${early};`)}`],
  ])('%s', (_, signature) => expect(check(signature)).toBe(false))
})
