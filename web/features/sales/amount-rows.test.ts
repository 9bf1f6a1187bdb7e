import { describe, expect, test } from 'vitest'
import { SHOWN_ORDER_STATES, type ShownOrderState } from '#contract/orders/orders.ts'
import { LIST_OF_STATE } from '#contract/sales/lines.ts'
import { getAmountRows } from './amount-rows.ts'

/** A sale of $ 8.900 with a commission of 20 %, as the server reports it. */
const SALE = {
  currency: 'ARS' as const,
  priceMinor: 890_000,
  feeMinor: 178_000,
  sellerShareMinor: 712_000,
}
const PAID = { ...SALE, providerFeeMinor: 55_981, refundedMinor: 0, netMinor: 656_019 }
const UNPAID = { ...SALE, providerFeeMinor: null, refundedMinor: 0, netMinor: null }

/** The amounts of a sale in each state, in the ways in which the server reports them. */
const AMOUNTS: Record<ShownOrderState, (typeof PAID | typeof UNPAID)[]> = {
  created: [UNPAID],
  pending: [UNPAID],
  in_process: [UNPAID],
  rejected: [UNPAID],
  expired: [UNPAID],
  approved: [
    PAID,
    UNPAID,
    // After a refund of a third of the price, whose share is rounded.
    { ...PAID, refundedMinor: 296_667, netMinor: 418_685 },
    // After the refund of this item alone, with the commission of the whole order in proportion.
    { ...PAID, providerFeeMinor: 0, refundedMinor: 890_000, netMinor: -80_000 },
  ],
  review: [PAID, UNPAID],
  // MercadoPago returns its fee with a refund, but keeps it after a chargeback.
  refunded: [{ ...PAID, providerFeeMinor: 0, refundedMinor: 890_000, netMinor: 0 }],
  charged_back: [{ ...PAID, refundedMinor: 890_000, netMinor: -55_981 }],
}

describe.each(SHOWN_ORDER_STATES)('a sale in the state %s', state => {
  test.each(AMOUNTS[state])(
    'a sale has rows that add up to what the seller keeps (%o)',
    amounts => {
      const rows = getAmountRows({ state, ...amounts })

      const net = rows.find(({ kind }) => kind === 'net')
      const others = rows.filter(row => row !== net)
      if (LIST_OF_STATE[state] === 'attempts') expect(rows).toHaveLength(1)
      else if (amounts.netMinor === null)
        expect(rows.filter(({ minor }) => minor === null).map(({ kind }) => kind)).toEqual([
          'providerFee',
          'net',
        ])
      else expect(others.reduce((sum, { minor }) => sum + minor!, 0)).toBe(net!.minor)
      expect(rows.some(({ minor }) => Object.is(minor, -0))).toBe(false)
    },
  )
})

test('a charged-back sale shows the returned price with a minus and the commission that comes back', () => {
  const rows = getAmountRows({ state: 'charged_back', ...AMOUNTS.charged_back[0]! })

  expect(rows.map(({ kind, minor }) => [kind, minor])).toEqual([
    ['price', 890_000],
    ['commission', -178_000],
    ['providerFee', -55_981],
    ['refunded', -890_000],
    ['commissionReturned', 178_000],
    ['net', -55_981],
  ])
})
