import { expect, test } from 'vitest'
import type { OrderEvent, OrderEventKind } from '#contract/orders/events.ts'
import { leaveOutToldPayments } from './told-payments.ts'

type Row = [kind: OrderEventKind, seconds: number, paymentStatus?: string]

const toEvents = (rows: Row[]): OrderEvent[] =>
  rows.map(([kind, seconds, paymentStatus], id) => {
    const at = new Date(1_700_000_000_000 + seconds * 1000).toISOString()
    return { id, at, kind, paymentId: '1', paymentStatus } as OrderEvent
  })

test.each<[string, Row[], OrderEventKind[]]>([
  [
    'an approval',
    [
      ['ordered', 0],
      ['payment', 20, 'approved'],
      ['approved', 20],
      ['delivered', 20],
    ],
    ['ordered', 'approved', 'delivered'],
  ],
  [
    'two refunds',
    [
      ['approved', 0],
      ['payment', 0, 'approved'],
      ['partly_refunded', 500],
      ['payment', 900, 'approved'],
      ['payment', 1000, 'refunded'],
      ['refunded', 1000],
    ],
    ['approved', 'partly_refunded', 'refunded'],
  ],
  [
    'a payment that nothing else tells of',
    [
      ['payment', 0, 'in_process'],
      ['payment', 300, 'rejected'],
      ['payment', 600, 'approved'],
      ['review', 600],
    ],
    ['payment', 'payment', 'payment', 'review'],
  ],
])('the history of a sale tells one fact once: %s', (_, rows, kinds) => {
  const shown = leaveOutToldPayments(toEvents(rows))

  expect(shown.map(({ kind }) => kind)).toEqual(kinds)
})
