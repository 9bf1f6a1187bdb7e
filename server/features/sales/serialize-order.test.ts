import { expect, test } from 'vitest'
import { serializeOrderEvent } from './serialize-order.ts'

const at = new Date('2026-11-20T12:00:00Z')
const row = (kind: string, detail: object) => ({ id: 7, orderId: '', at, kind, detail, once: null })

test.each([
  [
    'with data that the history does not show',
    row('ordered', { payerEmail: 'buyer@mail.test' }),
    [{ id: 7, at: at.toISOString(), kind: 'ordered' }],
  ],
  ['of an unknown kind', row('teleported', {}), []],
])('an event %s', (_, stored, expected) => {
  expect(serializeOrderEvent(stored)).toEqual(expected)
})
