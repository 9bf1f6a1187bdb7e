import { calculateReturnedCommission } from '#contract/core/money.ts'
import { LIST_OF_STATE, type Sale } from '#contract/sales/lines.ts'

/** The amounts of a sale that are shown as rows. The last one, `net`, is the sum of the others. */
export type AmountKind =
  | 'price'
  | 'commission'
  | 'providerFee'
  | 'refunded'
  | 'commissionReturned'
  | 'net'

/**
 * A row of a sale's calculation, in minor units with its sign: what is deducted is negative. Null means that
 * MercadoPago has not reported the amount yet.
 */
export interface AmountRow {
  kind: AmountKind
  minor: number | null
}

type SaleAmounts = Pick<
  Sale,
  | 'state'
  | 'currency'
  | 'priceMinor'
  | 'feeMinor'
  | 'sellerShareMinor'
  | 'providerFeeMinor'
  | 'refundedMinor'
  | 'netMinor'
>

/** Returns whether an order of this state was paid, so that commission, fees and a net amount exist. */
export const isPaidState = (state: Sale['state']): boolean => LIST_OF_STATE[state] === 'sales'

/**
 * Returns the calculation from the price of a sale to what the seller keeps, row by row. If nothing was paid, the price
 * is the only row. The rows of a refund are left out if there was none.
 */
export function getAmountRows(sale: SaleAmounts): AmountRow[] {
  const { priceMinor, feeMinor, providerFeeMinor, refundedMinor, netMinor } = sale
  const price: AmountRow = { kind: 'price', minor: priceMinor }
  if (!isPaidState(sale.state)) return [price]
  return [
    price,
    { kind: 'commission', minor: -feeMinor },
    { kind: 'providerFee', minor: negate(providerFeeMinor) },
    ...getRefundRows(sale, refundedMinor),
    { kind: 'net', minor: netMinor },
  ]
}

function getRefundRows(sale: SaleAmounts, refundedMinor: number): AmountRow[] {
  if (refundedMinor === 0) return []
  return [
    { kind: 'refunded', minor: -refundedMinor },
    { kind: 'commissionReturned', minor: getReturnedCommission(sale) },
  ]
}

/**
 * Returns the commission that came back with a refund. Once the net amount is known it follows from that, since the
 * refund of one item returns the commission of the whole order in proportion.
 */
function getReturnedCommission(sale: SaleAmounts): number {
  const { netMinor, sellerShareMinor, providerFeeMinor, refundedMinor } = sale
  return netMinor === null || providerFeeMinor === null
    ? calculateReturnedCommission(sale)
    : netMinor - sellerShareMinor + providerFeeMinor + refundedMinor
}

/** Changes the sign of an amount. Zero stays 0, since −0 would be shown with a minus. */
const negate = (minor: number | null): number | null => (minor ? -minor : minor)
