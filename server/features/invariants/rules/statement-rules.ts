import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { StatementSection } from '#contract/sales/statements.ts'
import { SUMS } from './ledger-sums.ts'
import type { OrderCondition, SqlRule } from './rule.ts'

/** The names of the numbers of a section, as the text of the digest has them. */
const NUMBERS = Object.keys(StatementSection.shape)
  .filter(name => name !== 'currency')
  .sort()

/** The condition that the orders that a check examines have the seller with an id. */
const isExaminedSeller = (sellerId: string, isExamined: OrderCondition) =>
  `${sellerId} in (select o.seller_id from orders o where ${isExamined('o.id')})`

/** The first moment of the month of a time, in the local calendar. */
const monthOf = (time: string) => `date_trunc('month', ${time} at time zone '${TIME_ZONE}')`

/** The first moment of the month of the statement `t`, in the local calendar. */
const STATEMENT_START = `to_date(t.month, 'YYYY-MM')::timestamp`

/** The rules about the final statements of sellers. A violation is named by the seller's id and the month. */
export const STATEMENT_RULES: readonly SqlRule[] = [
  {
    name: 'statement_digest',
    // The text is that of `writeDigestedText`.
    violations: isExamined => `
      select seller_id || ' ' || month as id
      from seller_statements t
      cross join lateral (
        select string_agg(concat_ws(chr(10),
            ${NUMBERS.map(name => `currency || ' ${name} ' || (s ->> '${name}')`).join(', ')}),
          chr(10) order by currency collate "C") as amounts
        from jsonb_array_elements(sections) s
        cross join lateral (select s ->> 'currency' as currency) of_section
      ) content
      where ${isExaminedSeller('t.seller_id', isExamined)}
        and digest <> encode(sha256(convert_to(concat_ws(chr(10), seller_id || ' ' || month || ' '
        || to_char(closed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), amounts), 'UTF8')), 'hex')`,
  },
  {
    name: 'statement_entries',
    // Each entry of the ledger is in one statement: in that of its month or, if that was closed before, of the month in
    // which it was appended. What a section says of the ledger is the sum of its entries.
    violations: isExamined => `
      with stated as (
        select t.seller_id, ${STATEMENT_START} as start, s.currency,
          s."grossMinor" - s."discountMinor" - s."commissionMinor" + s."otherPaymentsMinor" as received,
          s."providerFeeMinor" as provider_fee, s."refundedMinor" as refunded, s."chargedBackMinor" as charged_back,
          s."commissionReturnedMinor" as returned, s."netMinor" as net, s."commissionDifferenceMinor" as difference,
          s."releasedMinor" + s."toReleaseMinor" as released
        from seller_statements t
        cross join lateral jsonb_to_recordset(t.sections) s (currency text, "grossMinor" bigint,
          "discountMinor" bigint, "commissionMinor" bigint, "otherPaymentsMinor" bigint, "providerFeeMinor" bigint,
          "refundedMinor" bigint, "chargedBackMinor" bigint, "commissionReturnedMinor" bigint,
          "commissionDifferenceMinor" bigint, "netMinor" bigint, "releasedMinor" bigint, "toReleaseMinor" bigint)
        where ${isExaminedSeller('t.seller_id', isExamined)}
      ), booked as (
        select e.seller_id, e.currency,
          case when e.created_at > t.closed_until then ${monthOf('e.created_at')} else t.start end as start,
          ${SUMS.payment} - ${SUMS.commission} as received, ${SUMS.providerFee} as provider_fee,
          ${SUMS.refund} as refunded, ${SUMS.chargeback} as charged_back, ${SUMS.commissionReturned} as returned,
          ${SUMS.commissionDifference} as difference
        from ledger_entries e
        join (select seller_id, ${STATEMENT_START} as start, closed_until from seller_statements t) t
          on t.seller_id = e.seller_id and t.start = ${monthOf('e.counts_at')}
        where ${isExaminedSeller('t.seller_id', isExamined)}
        group by 1, 2, 3
      ), differing as (
        select seller_id, start
        from stated s
        full join (
          select *, received - provider_fee - refunded - charged_back + returned as net from booked
        ) b using (seller_id, start, currency)
        where (s.received, s.provider_fee, s.refunded, s.charged_back, s.returned, s.net, s.difference, s.released)
          is distinct from (coalesce(b.received, 0), coalesce(b.provider_fee, 0), coalesce(b.refunded, 0),
            coalesce(b.charged_back, 0), coalesce(b.returned, 0), coalesce(b.net, 0), coalesce(b.difference, 0),
            coalesce(b.net + b.difference, 0))
      )
      select distinct t.seller_id || ' ' || t.month as id
      from differing d
      join seller_statements t on t.seller_id = d.seller_id and t.month = to_char(d.start, 'YYYY-MM')`,
  },
]
