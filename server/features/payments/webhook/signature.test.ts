import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '#contract/core/time.ts'
import { verifySignature } from './signature.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SECONDS = String(NOW / 1000)
const sign = (message: string, secret = 'right') =>
  createHmac('sha256', secret).update(message).digest('hex')
const check = (
  signature: string | undefined,
  dataId: string | undefined = '123',
  secrets = ['right'],
) => verifySignature({ signature, requestId: 'req-1', dataId }, secrets, NOW) !== undefined

const MESSAGE = `id:123;request-id:req-1;ts:${SECONDS};`

describe('accepted signatures', () => {
  test('a signature with its timestamp in seconds is accepted', () =>
    expect(check(`ts=${SECONDS},v1=${sign(MESSAGE)}`)).toBe(true))
  test('a signature with its timestamp in milliseconds is accepted', () =>
    expect(check(`ts=${NOW},v1=${sign(`id:123;request-id:req-1;ts:${NOW};`)}`)).toBe(true))
  test('a signature by any of several secrets is accepted', () =>
    expect(check(`ts=${SECONDS},v1=${sign(MESSAGE, 'old')}`, '123', ['new', 'old'])).toBe(true))
  test('a signature over the lower-case id is accepted', () =>
    expect(check(`ts=${SECONDS},v1=${sign(`id:abc;request-id:req-1;ts:${SECONDS};`)}`, 'ABC')).toBe(
      true,
    ))
  test('a signature without an id is accepted if the request has no id', () =>
    expect(
      verifySignature(
        {
          signature: `ts=${SECONDS},v1=${sign(`request-id:req-1;ts:${SECONDS};`)}`,
          requestId: 'req-1',
          dataId: undefined,
        },
        ['right'],
        NOW,
      ),
    ).toBeDefined())
  test('a signature in capital digits is accepted and returned in lower case', () =>
    expect(
      verifySignature(
        {
          signature: `ts=${SECONDS},v1=${sign(MESSAGE).toUpperCase()}`,
          requestId: 'req-1',
          dataId: '123',
        },
        ['right'],
        NOW,
      ),
    ).toBe(sign(MESSAGE)))
})

describe('refused signatures', () => {
  const old = String(NOW / 1000 - 6 * DAY_SECONDS)
  const future = String(NOW / 1000 + 6 * DAY_SECONDS)
  test.each([
    ['without a signature', undefined],
    ['with an empty signature', ''],
    ['without a timestamp', `v1=${sign(MESSAGE)}`],
    [
      'with a timestamp that is not a number',
      `ts=soon,v1=${sign('id:123;request-id:req-1;ts:soon;')}`,
    ],
    ['signed with another secret', `ts=${SECONDS},v1=${sign(MESSAGE, 'guess')}`],
    ['signed for another id', `ts=${SECONDS},v1=${sign(`id:124;request-id:req-1;ts:${SECONDS};`)}`],
    ['with a digest that is too short', `ts=${SECONDS},v1=abcd`],
    [
      'signed more than five days ago',
      `ts=${old},v1=${sign(`id:123;request-id:req-1;ts:${old};`)}`,
    ],
    [
      'signed more than five days in the future',
      `ts=${future},v1=${sign(`id:123;request-id:req-1;ts:${future};`)}`,
    ],
  ])('a webhook request %s is refused', (_, signature) => expect(check(signature)).toBe(false))
})
