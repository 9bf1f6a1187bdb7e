import { expect, test } from 'vitest'
import type { BuyerEventKind } from '#contract/orders/events.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import type { StoredEvent } from './stored-event.ts'
import { isStillNews } from './write-update.ts'

const now = new Date('2026-11-20T12:00:00Z')
const payment = (status: string, more: Partial<PaymentRow> = {}) =>
  ({ id: '1', status, statusDetail: null, methodType: null, deadline: null, ...more }) as PaymentRow
const voucher = (deadline: string) =>
  payment('pending', { methodType: 'ticket', deadline: new Date(deadline) })
const open = { state: 'open' } as const
const paid = { state: 'approved' } as const
const held = { heldAt: now }
const closed = { accessClosedAt: now }

type Row = [BuyerEventKind, Partial<OrderRow>, PaymentRow[], boolean]

test.each<Row>([
  ['delivered', paid, [], true],
  ['delivered', { ...paid, ...held }, [], false],
  ['delivered', { ...paid, ...closed, accessClosedBy: 'seller' }, [], true],
  ['delivered', { ...paid, ...closed, accessClosedBy: 'scanner' }, [], false],
  ['resent', { state: 'refunded' }, [], false],
  ['voucher_waiting', open, [voucher('2026-11-21T12:00:00Z')], true],
  ['voucher_waiting', open, [voucher('2026-11-20T11:00:00Z')], false],
  ['voucher_waiting', open, [payment('cancelled')], false],
  ['voucher_reminder', paid, [voucher('2026-11-21T12:00:00Z')], false],
  ['voucher_expired', { state: 'expired' }, [payment('cancelled')], true],
  ['voucher_expired', open, [payment('cancelled'), payment('pending', { id: '2' })], false],
  ['voucher_expired', paid, [payment('cancelled')], false],
  ['payment_declined', open, [payment('rejected')], true],
  ['payment_declined', open, [payment('rejected', { id: '2' }), payment('rejected')], false],
  ['payment_declined', paid, [payment('rejected')], false],
  ['review', { state: 'review' }, [payment('approved')], true],
  ['review', { state: 'review' }, [payment('rejected')], false],
  ['review', { state: 'review', ...held }, [payment('approved')], false],
  ['review', paid, [payment('approved')], false],
  ['held', { ...paid, ...held }, [], true],
  ['held', paid, [], false],
  ['held', { state: 'charged_back', ...held }, [], false],
  ['released', paid, [], true],
  ['released', { ...paid, ...held }, [], false],
  ['released', { state: 'refunded' }, [], false],
  ['dismissed', { state: 'expired' }, [payment('approved')], true],
  ['dismissed', { state: 'expired' }, [payment('rejected')], false],
  ['access_closed', { ...paid, ...closed }, [], true],
  ['access_closed', paid, [], false],
  ['access_opened', paid, [], true],
  ['access_opened', { ...paid, ...closed }, [], false],
  ['access_opened', { ...paid, ...held }, [], false],
  ['refunded', { state: 'refunded' }, [], true],
  ['charged_back', paid, [], true],
])('the buyer is emailed about %s of an order %o: %#', (kind, state, attempts, expected) => {
  const order = {
    heldAt: null,
    accessClosedAt: null,
    accessClosedBy: null,
    ...state,
  } as OrderRow
  const event = { id: 1, kind, data: { paymentId: '1' }, order } as StoredEvent<BuyerEventKind>

  expect(isStillNews(event, { order, attempts, hasItemRefunds: false, now })).toBe(expected)
})
