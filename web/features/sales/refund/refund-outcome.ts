import { calculateReturnedCommission } from '#contract/core/money.ts'
import type { Sale } from '#contract/sales/lines.ts'

type OrderAmounts = Pick<
  Sale,
  'priceMinor' | 'sellerShareMinor' | 'refundedMinor' | 'netMinor' | 'currency'
>

/**
 * Returns what a further refund of an order leaves to the seller, in minor units: the commission that comes back with
 * it, and what the seller keeps then. The latter is null until MercadoPago has reported its fee, which it gives back
 * only with a refund of everything.
 */
export function calculateRefundOutcome(
  order: OrderAmounts,
  amountMinor: number,
): { commissionMinor: number; keptMinor: number | null } {
  const { priceMinor, refundedMinor, netMinor } = order
  const totalMinor = refundedMinor + amountMinor
  const commissionMinor =
    calculateReturnedCommission({ ...order, refundedMinor: totalMinor }) -
    calculateReturnedCommission(order)
  if (totalMinor >= priceMinor) return { commissionMinor, keptMinor: 0 }
  return {
    commissionMinor,
    keptMinor: netMinor === null ? null : netMinor - (amountMinor - commissionMinor),
  }
}
