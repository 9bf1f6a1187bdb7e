import { expect, test } from 'vitest'
import { type RefundedPart, planRefund } from './plan-refund.ts'

const CARD = { id: 'card', amountMinor: 100_000, refundedMinor: 0 }
const OTHER_CARD = { id: 'other', amountMinor: 50_000, refundedMinor: 0 }
const CHEAP = { id: 1, priceMinor: 30_000, refundedMinor: 0 }
const DEAR = { id: 2, priceMinor: 70_000, refundedMinor: 0 }

test.each<[string, RefundedPart, { payments?: object[]; items?: object[] }, object[]]>([
  ['an amount', { amountMinor: 1 }, {}, [['card', 1]]],
  ['all but a centavo', { amountMinor: 99_999 }, {}, [['card', 99_999]]],
  ['the whole amount', { amountMinor: 100_000 }, {}, [['card', null]]],
  ['an item', { itemIds: [1] }, {}, [['card', 30_000]]],
  ['an item that is named twice', { itemIds: [1, 1] }, {}, [['card', 30_000]]],
  ['all items', { itemIds: [2, 1] }, {}, [['card', null]]],
  [
    'an item of which a part was refunded',
    { itemIds: [2] },
    {
      payments: [{ ...CARD, refundedMinor: 10_000 }],
      items: [
        { ...CHEAP, refundedMinor: 3000 },
        { ...DEAR, refundedMinor: 7000 },
      ],
    },
    [['card', 63_000]],
  ],
  [
    'the last item that is left',
    { itemIds: [2] },
    {
      payments: [{ ...CARD, refundedMinor: 30_000 }],
      items: [{ ...CHEAP, refundedMinor: 30_000 }, DEAR],
    },
    [['card', null]],
  ],
  [
    'an amount that one of two cards covers',
    { amountMinor: 40_000 },
    { payments: [OTHER_CARD, CARD] },
    [['other', 40_000]],
  ],
  [
    'an amount that needs both cards',
    { amountMinor: 60_000 },
    { payments: [OTHER_CARD, CARD] },
    [
      ['other', 50_000],
      ['card', 10_000],
    ],
  ],
  [
    'all of two cards, of which one was refunded',
    { amountMinor: 100_000 },
    { payments: [{ ...OTHER_CARD, refundedMinor: 50_000 }, CARD] },
    [['card', null]],
  ],
])('a refund of %s is planned', (_, part, { payments = [CARD], items = [CHEAP, DEAR] }, plan) => {
  const planned = planRefund(part, payments as never, items as never, 'ARS')
  expect(planned.map(({ paymentId, amountMinor }) => [paymentId, amountMinor])).toEqual(plan)
})

test.each<[string, RefundedPart, { refundedMinor?: number; currency?: 'ARS' | 'CLP' }, string]>([
  ['a centavo more than what was paid', { amountMinor: 100_001 }, {}, 'INVALID_DATA'],
  ['more than what is left', { amountMinor: 90_001 }, { refundedMinor: 10_000 }, 'INVALID_DATA'],
  ['nothing', { amountMinor: 0 }, {}, 'INVALID_DATA'],
  ['a negative amount', { amountMinor: -1 }, {}, 'INVALID_DATA'],
  ['half a Chilean peso', { amountMinor: 150 }, { currency: 'CLP' }, 'INVALID_DATA'],
  ['an item of another order', { itemIds: [1, 3] }, {}, 'INVALID_DATA'],
  [
    'an item that was refunded',
    { itemIds: [1, 2] },
    { refundedMinor: 30_000 },
    'PAYMENT_STATUS_ALREADY_SET',
  ],
])('a refund of %s is refused', (_, part, { refundedMinor = 0, currency = 'ARS' }, code) => {
  const items = [{ ...CHEAP, refundedMinor: refundedMinor === 30_000 ? 30_000 : 0 }, DEAR]
  const payments = [{ ...CARD, refundedMinor }]
  expect(() => planRefund(part, payments, items, currency)).toThrow(
    expect.objectContaining({ code }),
  )
})
