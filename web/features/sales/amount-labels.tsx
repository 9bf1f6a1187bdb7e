import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { formatMinorUnits } from '#web/i18n/format.ts'
import type { AmountKind, AmountRow } from './amount-rows.ts'

const AMOUNT_NAMES: Record<AmountKind, () => string> = {
  price: m.desk_price,
  commission: m.desk_fee,
  providerFee: m.desk_provider_fee,
  refunded: m.desk_refunded_short,
  commissionReturned: m.desk_fee_returned,
  net: m.desk_net,
}

export function getAmountName(kind: AmountKind): string {
  return AMOUNT_NAMES[kind]()
}

/** Shows an amount, or a dash with the reason if MercadoPago has not reported it yet. */
export function Amount({ row, currency }: { row: AmountRow; currency: Currency }) {
  if (row.minor !== null)
    return <span className="whitespace-nowrap">{formatMinorUnits(row.minor, currency)}</span>
  return (
    <span title={m.desk_unknown()}>
      <span aria-hidden>—</span>
      <span className="sr-only">{m.desk_unknown()}</span>
    </span>
  )
}
