import type { ShownOrderState } from '#contract/orders/orders.ts'
import type { Sale } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'

const STATE_CHIPS: Record<ShownOrderState, { tone: ChipTone; text: () => string }> = {
  created: { tone: 'plain', text: m.desk_state_created },
  pending: { tone: 'warn', text: m.desk_state_pending },
  in_process: { tone: 'warn', text: m.desk_state_in_process },
  rejected: { tone: 'bad', text: m.desk_state_rejected },
  approved: { tone: 'jade', text: m.desk_state_approved },
  review: { tone: 'warn', text: m.desk_state_review },
  expired: { tone: 'plain', text: m.desk_state_expired },
  refunded: { tone: 'plain', text: m.desk_state_refunded },
  charged_back: { tone: 'bad', text: m.desk_state_charged_back },
}

export function getOrderStateText(state: ShownOrderState): string {
  return STATE_CHIPS[state].text()
}

/** The state of a sale or of a line item. A paid one of which money went back says so. */
export function SaleStateChip({
  sale: { state, priceMinor, refundedMinor },
}: {
  sale: Pick<Sale, 'state' | 'priceMinor' | 'refundedMinor'>
}) {
  if (state !== 'approved' || refundedMinor === 0) return <OrderStateChip state={state} />
  if (refundedMinor >= priceMinor) return <OrderStateChip state="refunded" />
  return <Chip tone="warn">{m.desk_state_partly_refunded()}</Chip>
}

export function OrderStateChip({ state }: { state: ShownOrderState }) {
  return <Chip tone={STATE_CHIPS[state].tone}>{getOrderStateText(state)}</Chip>
}
