import { LIMITS } from '#contract/core/limits.ts'
import { toMinor } from '#contract/core/money.ts'
import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { COMMISSION_KIND_LIST, SALE_KINDS } from '#server/db/schema/index.ts'
import { toSqlList } from '#server/db/sql-list.ts'
import { SUMS } from './ledger-sums.ts'
import { HELD, PENDING, RECEIVED, type SqlRule } from './rule.ts'

/** A whole unit of any currency, by which rounding can differ. */
const UNIT = toMinor(1)

/** The rules about amounts. All amounts are minor units. */
export const MONEY_RULES: readonly SqlRule[] = [
  {
    name: 'order_figures',
    // The parts of a pack have discounts of their own prices, by which the coupon on the pack cannot be found. What an
    // admin has accepted leaves at least 1 as the discount of a coupon.
    violations: isExamined => `
      select o.id::text as id
      from orders o
      join order_items i on i.order_id = o.id
      where ${isExamined('o.id')}
      group by o.id
      having sum(i.price_minor) <> o.total_minor or sum(i.fee_minor) <> o.fee_minor
        or bool_or(i.fee_minor + i.seller_share_minor <> i.price_minor)
        or o.total_minor > 0 and min(i.price_minor) <= 0
        or min(i.discount_minor) < 0
        or bool_or(coalesce(i.list_price_minor, i.price_minor) - i.discount_minor <> i.price_minor)
        or bool_and(i.pack_id is null) and o.coupon_minor > greatest(1, sum(i.discount_minor))`,
  },
  {
    name: 'order_commission',
    // The commission is the percentage of the price, or of the price without the discount if that is less. The own
    // price of a pack is not stored, so that of its parts together is at least the percentage of what is paid. The
    // percentages of an accepted amount and of a rebuilt order are rounded.
    violations: isExamined => `
      with differing as (
        select order_id
        from order_items
        where ${isExamined('order_id')} and pack_id is null
          and abs(fee_minor - fee_percent * price_minor / 100) > ${UNIT}
          and abs(fee_minor - fee_percent * coalesce(list_price_minor, price_minor) / 100) > ${UNIT}
        union
        select order_id
        from order_items
        where ${isExamined('order_id')} and pack_id is not null
        group by order_id, pack_id
        having min(fee_percent) <> max(fee_percent)
          or sum(fee_minor) < min(fee_percent) * sum(price_minor) / 100 - ${UNIT}
      )
      select order_id::text as id
      from differing
      where not exists (
        select 1 from order_events e where e.order_id = differing.order_id and e.kind in ('accepted', 'rebuilt')
      )`,
  },
  {
    name: 'order_collector',
    // No admin can accept a payment that another account received.
    violations: isExamined => `
      select o.id::text as id
      from orders o
      join payments p on p.order_id = o.id
      where ${isExamined('o.id')} and p.collector_id <> o.collector_id and o.collector_id <> ''
        and (p.id = o.approved_payment_id or p.is_part)`,
  },
  {
    name: 'sale_lines',
    violations: isExamined => `
      select distinct o.id::text as id
      from orders o
      join order_items i on i.order_id = o.id
      where ${isExamined('o.id')} and (
        i.seller_id <> o.seller_id or i.currency <> o.currency
        or i.sold_at <> coalesce(o.approved_at, o.created_at)::timestamptz(3)
        or (o.state not in ('open', 'expired') and i.sale_state is distinct from
          (case when o.total_minor > 0 then o.state end))
      )`,
  },
  {
    name: 'coupon_orders',
    violations: isExamined => `
      select o.id::text as id
      from orders o
      full join coupon_uses u on u.order_id = o.id
      left join coupons c on c.id = u.coupon_id
      where ${isExamined('o.id')} and (u.order_id is not null or o.coupon_code is not null) and (
        c.code is distinct from o.coupon_code or c.seller_id <> o.seller_id or coalesce(o.coupon_minor, 0) <= 0
        or (o.state in ('expired', 'refunded')) <> (u.freed_at is not null) and o.state <> 'review'
        or o.state = 'approved' and (u.paid_at is null) <> (o.total_minor = 0 and not exists (
          select 1 from order_items i where i.order_id = o.id and i.taken_at is not null))
      )`,
  },
  {
    name: 'coupon_limits',
    // A seller can set a limit below the uses that were made before. A later use keeps it, since no use is made or
    // comes back while there are as many as the limit allows. The minute is for purchases that had read the former
    // limit. What an admin has delivered although the coupon was used up does not count.
    violations: isExamined => `
      with uses as (
        select c.id, c.cap, c.per_buyer, u.buyer_digest,
          u.created_at > coalesce(c.limits_changed_at + interval '1 minute', '-infinity') as is_later
        from coupons c
        join coupon_uses u on u.coupon_id = c.id and u.freed_at is null
        where (c.cap is not null or c.per_buyer is not null)
          and c.id in (select coupon_id from coupon_uses where ${isExamined('order_id')})
          and not exists (
            select 1 from order_events e where e.order_id = u.order_id and e.kind = 'review'
              and e.detail ->> 'reason' = 'coupon_used_up'
          )
      )
      select id::text from uses group by id, cap having count(*) > cap and bool_or(is_later)
      union
      select id::text from uses group by id, per_buyer, buyer_digest having count(*) > per_buyer and bool_or(is_later)`,
  },
  {
    name: 'order_credits',
    // Nothing here is asked about what a seller refunds in MercadoPago's panel.
    violations: isExamined => `
      select o.id::text as id
      from orders o
      left join order_credits c on c.order_id = o.id
      left join order_items i on i.id = c.item_id
      where ${isExamined('o.id')} and (o.credit_minor is not null or c.order_id is not null)
      group by o.id
      having coalesce(sum(c.amount_minor), 0) <> coalesce(o.credit_minor, 0)
        or o.state in ('expired', 'refunded', 'charged_back') and bool_or(c.order_id is not null and c.freed_at is null)
        or bool_or(c.freed_at is null and exists (
          select 1 from refunds r where r.order_id = i.order_id and r.state <> 'refused' and r.created_at > o.created_at
            and (r.item_ids is null and r.amount_minor is null or c.item_id = any(r.item_ids))
        ))`,
  },
  {
    name: 'ledger_payments',
    // An entry of a refund that the provider has reported has its time.
    violations: isExamined => `
      select p.id
      from payments p
      left join ledger_entries e on e.payment_id = p.id
      where ${isExamined('p.order_id')} and p.booked_at is not distinct from p.updated_at
      group by p.id
      having case when p.status in ${RECEIVED}
        then (${SUMS.payment}, ${SUMS.refund}, ${SUMS.providerFee})
          <> (p.amount_minor, p.refunded_minor, coalesce(p.provider_fee_minor, 0))
        else ${SUMS.payment} <> 0 end
      union
      select p.id
      from ledger_entries e
      join payments p on p.id = e.payment_id
      left join provider_refunds m on m.id = e.refund_id and m.payment_id = p.id
      where ${isExamined('p.order_id')} and e.refund_id is not null
        and (m.id is null or m.provider_created_at <> e.occurred_at)`,
  },
  {
    name: 'ledger_entries',
    // What a sale brings counts at the time of the payment's first entry, and what goes back at its own.
    violations: isExamined => `
      select distinct p.id
      from payments p
      join orders o on o.id = p.order_id
      join ledger_entries e on e.payment_id = p.id
      left join ledger_entries first on first.payment_id = p.id and first.number = 1
      where ${isExamined('p.order_id')} and (
        e.seller_id <> o.seller_id or e.currency <> p.currency
        or e.counts_at is distinct from (
          case when e.kind in ${toSqlList(SALE_KINDS)} then first.occurred_at else e.occurred_at end)
      )`,
  },
  {
    name: 'ledger_sales',
    // An order can be paid by several payments, which are its parts. Items whose fee is unknown have no net amount from
    // which the returned commission follows. Orders with a payment that is not booked yet are left out at the end,
    // since the planner takes nearly all payments for such.
    violations: isExamined => `
      with payers as (
        select o.id as order_id, o.approved_payment_id as payment_id
        from orders o
        where ${isExamined('o.id')} and o.approved_payment_id is not null
        union all
        select o.id, p.id
        from orders o
        join payments a on a.id = o.approved_payment_id and a.is_part
        join payments p on p.order_id = o.id and p.is_part and p.id <> a.id
        where ${isExamined('o.id')}
      ), differing as materialized (
        select i.order_id
        from (
          select order_id, sum(fee_minor) as fee, sum(price_minor) as price, sum(refunded_minor) as refunded,
            sum(provider_fee_minor) as provider_fee, bool_and(provider_fee_minor is not null) as is_settled,
            sum(net_minor - seller_share_minor + provider_fee_minor + refunded_minor) as fee_returned
          from order_items
          where ${isExamined('order_id')}
          group by order_id
        ) i
        join (
          select payers.order_id, ${SUMS.payment} as paid, ${SUMS.commission} as commission,
            ${SUMS.refund} + ${SUMS.chargeback} as returned, ${SUMS.providerFee} as provider_fee,
            ${SUMS.commissionReturned} as fee_returned
          from payers join ledger_entries e on e.payment_id = payers.payment_id
          group by payers.order_id
        ) l on l.order_id = i.order_id
        where (l.paid, l.commission, l.returned) <> (i.price, i.fee, i.refunded)
          or (i.is_settled and (l.provider_fee, l.fee_returned) <> (i.provider_fee, i.fee_returned))
      )
      select order_id::text as id
      from differing
      where not exists (
        select 1 from payments u
        where u.order_id = differing.order_id and u.booked_at is distinct from u.updated_at
      )`,
  },
  {
    name: 'commission_days',
    violations: `
      select distinct day::text as id
      from commission_days d
      full join (
        select (created_at at time zone 'UTC')::date as day,
          to_char(occurred_at at time zone '${TIME_ZONE}', 'YYYY-MM') as month, currency, kind, from_account,
          sum(amount_minor) as amount_minor
        from ledger_entries
        where kind in ${COMMISSION_KIND_LIST}
          and created_at < (select (max(day) + 1)::timestamp at time zone 'UTC' from commission_days)
        group by 1, 2, 3, 4, 5
      ) e using (day, month, currency, kind, from_account)
      where d.amount_minor is distinct from e.amount_minor`,
  },
  {
    name: 'receipt_numbers',
    violations: `
      select coalesce(n.seller_id, r.seller_id)::text as id
      from receipt_numbers n
      full join (
        select r.seller_id, count(*) as count, max(r.number) as latest,
          bool_or(o.approved_at is null or o.seller_id <> r.seller_id) as is_wrong
        from receipts r join orders o on o.id = r.order_id group by r.seller_id
      ) r on r.seller_id = n.seller_id
      where (n.latest, n.latest) is distinct from (r.count::int, r.latest) or r.is_wrong`,
  },
  {
    name: 'surplus_kept',
    // A refused refund is requested again after a day. Test payments hold no money, and an admin may have decided that
    // a payment is kept, or has to decide about a hold first. Whether the payment is marked as due for refund does not
    // matter, since the mark can be missing.
    violations: `
      select p.id
      from payments p
      join orders o on o.id = p.order_id
      where p.status = 'approved' and o.state in ('approved', 'refunded', 'charged_back') and o.held_at is null
        and p.id is distinct from o.approved_payment_id and not p.is_part and p.dismissed_at is null
        and p.problem is distinct from 'not_live_mode' and p.created_at < now() - interval '2 days'
        and not exists (
          select 1 from refunds r where r.payment_id = p.id
            and (r.state <> 'refused' or r.settled_at > now() - interval '2 days')
        )`,
  },
  {
    name: 'withdrawal',
    // A withdrawal is examined again after ten minutes at the latest, unless it waits for the seller or for a retry.
    // Once the seller must have answered and no money is left, it waits for a voucher only, until a week after its
    // deadline. Money that is left is asked for every day, on 30 days. An order can be paid again after its refund.
    violations: `
      select o.id::text as id
      from withdrawals w
      join orders o on o.id = w.order_id
      where (w.next_at is null) <> (w.ended_as is not null) or w.next_at < now() - interval '1 hour'
        or w.seller_id <> o.seller_id
        or (w.ended_as is null and greatest(w.asked_at, w.due_at) < now() - interval '2 days' and not exists (
          select 1 from payments p where p.order_id = o.id and (
            p.status in ${HELD} or p.provider_updated_at > now() - interval '2 days'
            or p.status in ${PENDING} and coalesce(p.deadline, o.expires_at) > now() - interval '8 days')))
        or (w.ended_as is null and greatest(w.asked_at, w.due_at, w.decided_at, o.approved_at)
          < now() - interval '${LIMITS.refundTryDays + 15} days')
        or (w.ended_as = 'refunded' and o.state = 'approved' and o.approved_at < w.ended_at and not coalesce(
          (select bool_and(i.refunded_minor >= i.price_minor) from order_items i
            where i.order_id = o.id and i.id = any(w.item_ids)), false))`,
  },
  {
    name: 'hold_waiting',
    violations: `
      select id::text as id from orders
      where held_at < now() - interval '30 days' and state <> 'refunded'`,
  },
  {
    name: 'ledger_missing',
    violations: `
      select id from payments
      where booked_at is distinct from updated_at and updated_at < now() - interval '1 hour'`,
  },
]
