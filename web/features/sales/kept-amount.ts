/**
 * Returns what a seller keeps of the sales of a summary, in minor units: the net amount of the sales that stand, less
 * the fees that MercadoPago kept from those that were undone. Sales whose fee is not known yet do not count.
 */
export function getKeptMinor(totals: { netMinor: number; reversedNetMinor: number }): number {
  return totals.netMinor + totals.reversedNetMinor
}
