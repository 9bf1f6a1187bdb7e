import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { getSalesSummary } from '#contract/sales/lines.ts'
import * as m from '#messages'

type Totals = Pick<
  EndpointReply<typeof getSalesSummary>,
  | 'feeMinor'
  | 'sellerShareMinor'
  | 'providerFeeMinor'
  | 'netMinor'
  | 'unsettledCount'
  | 'unsettledShareMinor'
  | 'reversedNetMinor'
>

/**
 * Returns what lies between the revenue of a period and what the seller keeps, in minor units, negative. While the
 * totals load, the amounts are undefined.
 */
export function getDeductions(
  totals: Totals | undefined,
): { name: string; minor: number | undefined }[] {
  const usual = [
    { name: m.desk_fee(), minor: totals && 0 - totals.feeMinor },
    { name: m.desk_provider_fee(), minor: totals && 0 - totals.providerFeeMinor },
  ]
  if (!totals) return usual
  const { sellerShareMinor, providerFeeMinor, unsettledShareMinor, netMinor } = totals
  const partlyRefunded = sellerShareMinor - providerFeeMinor - unsettledShareMinor - netMinor
  const occasional = [
    {
      name: m.desk_pending_share({ count: totals.unsettledCount }),
      minor: -unsettledShareMinor,
    },
    { name: m.desk_partly_refunded(), minor: -partlyRefunded },
    { name: m.desk_reversed(), minor: totals.reversedNetMinor },
  ]
  return [...usual, ...occasional.filter(({ minor }) => minor !== 0)]
}
