import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '#server/db/payment-statuses.ts'
import {
  type PossiblePart,
  combineStatuses,
  findDisputedPart,
  findPartsOfTotal,
  mayBePart,
} from './payment-parts.ts'

const TOTAL = 100
const PART: PossiblePart = {
  id: '1',
  status: 'approved',
  problem: 'another_amount',
  amountMinor: 60,
  refundedMinor: 0,
  merchantOrderId: 'purchase',
}
const REST: PossiblePart = { ...PART, id: '2', amountMinor: 40 }

test.each<[string, Partial<PossiblePart>, boolean]>([
  ['is smaller than the total', {}, true],
  ['differs in more than the amount', { problem: 'another_currency' }, false],
  ['is the total', { problem: null, amountMinor: TOTAL }, false],
  ['is as large as the total', { amountMinor: TOTAL }, false],
  ['is larger than the total', { amountMinor: TOTAL + 1 }, false],
  ['belongs to no merchant order', { merchantOrderId: null }, false],
])('a payment that %s may be a part: %o %s', (_, difference, expected) => {
  expect(mayBePart({ ...PART, ...difference }, TOTAL)).toBe(expected)
})

test.each<[string, Partial<PossiblePart>, boolean]>([
  ['is approved', {}, true],
  ['is in mediation', { status: 'in_mediation' }, true],
  ['is pending', { status: 'pending' }, false],
  ['was rejected', { status: 'rejected' }, false],
  ['was refunded', { status: 'refunded' }, false],
  ['was charged back', { status: 'charged_back' }, false],
  ['was partly refunded', { refundedMinor: 1 }, false],
  ['belongs to another purchase', { merchantOrderId: 'another' }, false],
  ['is too small', { amountMinor: 39 }, false],
  ['is too large', { amountMinor: 41 }, false],
  ['differs in more than the amount', { problem: 'not_live_mode' }, false],
])('two payments pay an order if the second %s: %o %s', (_, difference, expected) => {
  const rest = { ...REST, ...difference }

  const parts = findPartsOfTotal(rest, [PART, rest], TOTAL)

  expect(parts?.map(({ id }) => id)).toEqual(expected ? ['1', '2'] : undefined)
})

test('a payment does not pay an order that others have paid together without it', () => {
  const declined: PossiblePart = { ...PART, id: '3', status: 'rejected' }
  expect(findPartsOfTotal(declined, [declined, PART, REST], TOTAL)).toBeUndefined()
})

test('parts of any amounts pay an order if and only if some of them are exactly its total', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: TOTAL - 1 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(amounts, values => {
      const parts = values.map((amountMinor, index) => ({
        ...PART,
        id: String(index),
        amountMinor,
      }))
      const [first, ...others] = values
      const sums = others.reduce<number[]>(
        (reached, value) => [...reached, ...reached.map(sum => sum + value)],
        [first!],
      )
      const found = findPartsOfTotal(parts[0]!, parts, TOTAL)
      expect(found !== undefined).toBe(sums.includes(TOTAL))
      if (found) expect(found.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(TOTAL)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  [['approved', 'approved'], 'approved'],
  [['approved', 'refunded'], 'approved'],
  [['approved', 'in_mediation'], 'in_mediation'],
  [['refunded', 'refunded'], 'refunded'],
  [['refunded', 'charged_back'], 'charged_back'],
  [['approved', 'charged_back'], 'charged_back'],
  [['in_mediation', 'charged_back'], 'charged_back'],
  [['refunded', 'in_mediation'], 'in_mediation'],
] as const)('parts that are %j count as a payment that is %s', (statuses, expected) => {
  expect(combineStatuses(statuses)).toBe(expected)
  expect(combineStatuses(statuses.toReversed())).toBe(expected)
})

test.each(
  PAYMENT_STATUSES.filter(
    status => !['approved', 'in_mediation', 'refunded', 'charged_back'].includes(status),
  ),
)('parts that are %s have not paid yet', status => {
  expect(combineStatuses([status])).toBe('in_process')
})

test('an order for which more was paid is paid by as few parts as possible', () => {
  const halves = [30, 30].map((amountMinor, n) => ({ ...PART, id: `half ${n}`, amountMinor }))

  expect(findPartsOfTotal(REST, [...halves, PART, REST], TOTAL)).toEqual([PART, REST])
})

const SETTLED = { isPart: true, status: 'charged_back', statusDetail: 'settled' }
const OPEN = { ...SETTLED, statusDetail: 'in_process' }
const PAID = { ...SETTLED, status: 'approved' }

test.each([
  ['one that is not decided before one that is lost', [SETTLED, OPEN], OPEN],
  ['one that is lost if no other is open', [PAID, SETTLED], SETTLED],
  ['none that was not charged back', [PAID], undefined],
  ['no payment that is no part', [{ ...OPEN, isPart: false }], undefined],
])('the chargeback of a part that decides is %s', (_, attempts, expected) => {
  expect(findDisputedPart(attempts)).toBe(expected)
})
