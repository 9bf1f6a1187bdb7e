import { toSqlList } from '#server/db/sql-list.ts'

/** Sums entries `e` of a kind in the direction that starts at `from`, minus those in the opposite direction. */
const sumOf = (from: string, ...kinds: string[]) =>
  `coalesce(sum(case when e.from_account = '${from}' then e.amount_minor else -e.amount_minor end)
    filter (where e.kind in ${toSqlList(kinds)}), 0)`

/** The balances of the ledger entries `e` of a group, in minor units. */
export const SUMS = {
  payment: sumOf('buyer', 'payment'),
  commission: sumOf('seller', 'commission'),
  commissionDifference: sumOf('marketplace', 'commission_difference'),
  commissionReturned: sumOf('marketplace', 'commission_returned'),
  providerFee: sumOf('seller', 'provider_fee', 'provider_fee_returned'),
  refund: sumOf('seller', 'refund'),
  chargeback: sumOf('seller', 'chargeback', 'chargeback_reversed'),
}
