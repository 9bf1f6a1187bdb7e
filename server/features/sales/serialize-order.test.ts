import { expect, test } from 'vitest'
import { serializeOrderEvent } from './serialize-order.ts'

const at = new Date('2026-11-20T12:00:00Z')
const row = (kind: string, detail: object) => ({ id: 7, orderId: '', at, kind, detail, once: null })

test.each([
  [
    'without a note, as earlier releases stored it',
    row('refund_requested', { paymentId: '1', amountMinor: 500, note: null }),
    [{ id: 7, at: at.toISOString(), kind: 'refund_requested', paymentId: '1', amountMinor: 500 }],
  ],
  [
    'with data that the history does not show',
    row('ordered', { payerEmail: 'buyer@mail.test' }),
    [{ id: 7, at: at.toISOString(), kind: 'ordered' }],
  ],
  ['of a kind of a later release', row('teleported', {}), []],
])('an event %s', (_, stored, expected) => {
  expect(serializeOrderEvent(stored)).toEqual(expected)
})
