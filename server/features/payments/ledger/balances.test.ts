import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BookedPayment,
  type NewMovement,
  type ReportedRefund,
  computeBalances,
  computeMovements,
  sumEntries,
} from './balances.ts'

/** A payment of 10.00 with a commission of 20 % and a fee of 0.63, in minor units. */
const PAYMENT: BookedPayment = {
  status: 'approved',
  currency: 'ARS',
  amountMinor: 1000,
  refundedMinor: 0,
  providerFeeMinor: 63,
  applicationFeeMinor: 200,
  returnedApplicationFeeMinor: null,
  isOnTerms: true,
  items: [
    { priceMinor: 600, sellerShareMinor: 480 },
    { priceMinor: 400, sellerShareMinor: 320 },
  ],
}

/** A report of the payment, with the refunds that the provider lists. */
type Report = Partial<BookedPayment> & { refunds?: ReportedRefund[] }

/** Books a sequence of reports of one payment, and returns the entries that each report adds. */
function book(...reports: Report[]): NewMovement[][] {
  const entries: NewMovement[] = []
  return reports.map(({ refunds = [], ...report }) => {
    const booked = new Set(entries.map(({ refund }) => refund?.id))
    const added = computeMovements(
      computeBalances({ ...PAYMENT, ...report }),
      sumEntries(entries),
      { refunds: refunds.filter(({ id }) => !booked.has(id)), currency: 'ARS' },
    )
    entries.push(...added)
    return added
  })
}

/** Writes a movement as `kind from>to amount`, with the id of its refund. */
const format = ({ kind, fromAccount, toAccount, amountMinor, refund }: NewMovement) =>
  `${kind} ${fromAccount}>${toAccount} ${amountMinor}${refund ? ` of ${refund.id}` : ''}`

const SALE = [
  'payment buyer>seller 1000',
  'commission seller>marketplace 200',
  'provider_fee seller>provider 63',
]
const WITHOUT_FEES = { providerFeeMinor: null, applicationFeeMinor: null }
const REFUNDED = { status: 'refunded', refundedMinor: 1000, providerFeeMinor: 0 }

describe('the entries of a payment', () => {
  test.each<[string, Partial<BookedPayment>[], string[][]]>([
    ['that waits', [{ status: 'pending' }], [[]]],
    ['that was declined', [{ status: 'pending' }, { status: 'rejected' }], [[], []]],
    ['that was approved', [{}], [SALE]],
    ['that is reported twice', [{}, {}], [SALE, []]],
    [
      'whose fees are reported later',
      [WITHOUT_FEES, {}],
      [SALE.slice(0, 2), ['provider_fee seller>provider 63']],
    ],
    [
      'whose fee changes',
      [{}, { providerFeeMinor: 70 }, { providerFeeMinor: 60 }],
      [SALE, ['provider_fee seller>provider 7'], ['provider_fee_returned provider>seller 10']],
    ],
    [
      'from which the provider deducted no commission, and deducts it later',
      [{ applicationFeeMinor: 0 }, {}],
      [
        [...SALE.slice(0, 2), 'commission_difference marketplace>seller 200', SALE[2]!],
        ['commission_difference seller>marketplace 200'],
      ],
    ],
    [
      'that was refunded in part and then in full',
      [{}, { refundedMinor: 500 }, REFUNDED],
      [
        SALE,
        ['refund seller>buyer 500', 'commission_returned marketplace>seller 100'],
        [
          'provider_fee_returned provider>seller 63',
          'refund seller>buyer 500',
          'commission_returned marketplace>seller 100',
        ],
      ],
    ],
    [
      'whose refund returned another part of the commission than of the price',
      [{}, { refundedMinor: 500, returnedApplicationFeeMinor: 99 }, REFUNDED],
      [
        SALE,
        ['refund seller>buyer 500', 'commission_returned marketplace>seller 99'],
        [
          'provider_fee_returned provider>seller 63',
          'refund seller>buyer 500',
          'commission_returned marketplace>seller 101',
        ],
      ],
    ],
    [
      'whose refund returned no commission',
      [{}, { ...REFUNDED, returnedApplicationFeeMinor: 0 }],
      [SALE, ['provider_fee_returned provider>seller 63', 'refund seller>buyer 1000']],
    ],
    [
      'that was charged back after a refund of which the returned commission is known',
      [{ refundedMinor: 500, returnedApplicationFeeMinor: 90, status: 'charged_back' }],
      [
        [
          ...SALE,
          'refund seller>buyer 500',
          'chargeback seller>buyer 500',
          'commission_returned marketplace>seller 200',
        ],
      ],
    ],
    [
      'that was charged back, and whose chargeback the seller won',
      [{}, { status: 'charged_back' }, {}],
      [
        SALE,
        ['chargeback seller>buyer 1000', 'commission_returned marketplace>seller 200'],
        ['chargeback_reversed buyer>seller 1000', 'commission_returned seller>marketplace 200'],
      ],
    ],
    [
      'that was charged back after half of it was refunded',
      [{ refundedMinor: 500 }, { refundedMinor: 500, status: 'charged_back' }],
      [
        [...SALE, 'refund seller>buyer 500', 'commission_returned marketplace>seller 100'],
        ['chargeback seller>buyer 500', 'commission_returned marketplace>seller 100'],
      ],
    ],
    [
      'of another amount, which an admin accepts',
      [
        { amountMinor: 500, applicationFeeMinor: 150, isOnTerms: false },
        { amountMinor: 500, applicationFeeMinor: 150 },
      ],
      [
        ['payment buyer>seller 500', 'commission seller>marketplace 150', SALE[2]!],
        ['commission seller>marketplace 50', 'commission_difference marketplace>seller 50'],
      ],
    ],
  ])('the entries of a payment %s', (_, reports, expected) => {
    expect(book(...reports).map(entries => entries.map(format))).toEqual(expected)
  })

  const listed = (id: string, amountMinor: number): ReportedRefund => ({
    id,
    amountMinor,
    madeAt: null,
  })
  const A = listed('A', 300)
  const B = listed('B', 500)

  test.each<[string, Report[], string[][]]>([
    [
      'are one for each refund, and so is what goes back with them',
      [{}, { refundedMinor: 800, providerFeeMinor: 23, refunds: [A, B] }],
      [
        SALE,
        [
          'provider_fee_returned provider>seller 15 of A',
          'provider_fee_returned provider>seller 25 of B',
          'refund seller>buyer 300 of A',
          'refund seller>buyer 500 of B',
          'commission_returned marketplace>seller 60 of A',
          'commission_returned marketplace>seller 100 of B',
        ],
      ],
    ],
    [
      'do not repeat a refund that is booked',
      [{}, { refundedMinor: 300, refunds: [A] }, { refundedMinor: 800, refunds: [A, B] }],
      [
        SALE,
        ['refund seller>buyer 300 of A', 'commission_returned marketplace>seller 60 of A'],
        ['refund seller>buyer 500 of B', 'commission_returned marketplace>seller 100 of B'],
      ],
    ],
    [
      'do not name a refund that was booked before it was listed',
      [
        {},
        { refundedMinor: 300 },
        { refundedMinor: 300, refunds: [A] },
        { refundedMinor: 800, refunds: [A, B] },
      ],
      [
        SALE,
        ['refund seller>buyer 300', 'commission_returned marketplace>seller 60'],
        [],
        ['refund seller>buyer 500 of B', 'commission_returned marketplace>seller 100 of B'],
      ],
    ],
    [
      'have what the list of refunds does not explain',
      [{}, { refundedMinor: 500, refunds: [A] }],
      [
        SALE,
        [
          'refund seller>buyer 300 of A',
          'refund seller>buyer 200',
          'commission_returned marketplace>seller 60 of A',
          'commission_returned marketplace>seller 40',
        ],
      ],
    ],
    [
      'tell a refund apart from the chargeback that followed',
      [{}, { refundedMinor: 300, status: 'charged_back', refunds: [A] }],
      [
        SALE,
        [
          'refund seller>buyer 300 of A',
          'chargeback seller>buyer 700',
          'commission_returned marketplace>seller 60 of A',
          'commission_returned marketplace>seller 140',
        ],
      ],
    ],
    [
      'take a refund back as a whole that the provider no longer counts',
      [{}, { refundedMinor: 800, refunds: [A, B] }, { refundedMinor: 300, refunds: [A] }],
      [
        SALE,
        [
          'refund seller>buyer 300 of A',
          'refund seller>buyer 500 of B',
          'commission_returned marketplace>seller 60 of A',
          'commission_returned marketplace>seller 100 of B',
        ],
        ['refund buyer>seller 500', 'commission_returned seller>marketplace 100'],
      ],
    ],
  ])('the entries of a refunded payment %s', (_, reports, expected) => {
    expect(book(...reports).map(entries => entries.map(format))).toEqual(expected)
  })

  test('the entries of a payment always add up to the last report, whatever was reported before', () => {
    const amount = fc.nat({ max: 1000 })
    const report = fc.record({
      status: fc.constantFrom('pending', 'approved', 'in_mediation', 'refunded', 'charged_back'),
      refundedMinor: amount,
      providerFeeMinor: fc.option(amount),
      applicationFeeMinor: fc.option(amount),
      isOnTerms: fc.boolean(),
    })
    const refunds = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('A', 'B', 'C'),
        amountMinor: amount,
        madeAt: fc.constant(null),
      }),
      { selector: ({ id }) => id },
    )
    const reportWithRefunds = fc
      .tuple(report, refunds)
      .map(([news, list]) => ({ ...news, refunds: list }))
    fc.assert(
      fc.property(fc.array(reportWithRefunds, { minLength: 1, maxLength: 8 }), reports => {
        const entries = book(...reports).flat()

        expect(sumEntries(entries)).toEqual(computeBalances({ ...PAYMENT, ...reports.at(-1)! }))
        expect(entries.every(({ amountMinor }) => amountMinor > 0)).toBe(true)
        const last = computeBalances({ ...PAYMENT, ...reports.at(-1)! })
        expect(
          computeMovements(last, sumEntries(entries), { refunds: [], currency: 'ARS' }),
        ).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
