import { HELD, type SqlRule } from './rule.ts'

/** The buyer's email of the order `o`, masked as `maskBuyerEmail` does. */
const MASKED_EMAIL = `left(o.payer_email, 1) || '•••' || substring(o.payer_email from '@[^@]*$')`

/** The rules about paid orders and their downloads. */
export const DELIVERY_RULES: readonly SqlRule[] = [
  {
    name: 'paid_without_grant',
    // An order waits for a reason in review, on hold, while its payment is or must be refunded, and while a
    // reconciliation that is due right now has not run yet. A payment that differs from its order delivers nothing.
    violations: isExamined => `
      select distinct o.id::text as id
      from payments p
      join orders o on o.id = p.order_id
      join order_items i on i.order_id = o.id
      left join download_grants g on g.order_item_id = i.id
      where ${isExamined('o.id')}
        and p.status in ${HELD} and g.id is null
        and (p.problem is null or o.approved_payment_id = p.id)
        and o.state <> 'review' and o.held_at is null and not p.refund_due
        and not exists (
          select 1 from refunds r where r.payment_id = p.id and r.state in ('requested', 'sent')
        )
        and (
          o.next_check_at is null
          or o.next_check_at not between now() - interval '1 hour' and now() + interval '5 minutes'
        )`,
  },
  {
    name: 'grant_without_payment',
    violations: isExamined => `
      select distinct o.id::text as id
      from download_grants g
      join order_items i on i.id = g.order_item_id
      join orders o on o.id = i.order_id
      left join payments p on p.id = o.approved_payment_id
      left join (
        select distinct order_id from payments
        where ${isExamined('order_id')} and is_part and status in ${HELD}
      ) part on part.order_id = o.id
      where ${isExamined('o.id')} and g.closed_at is null
        and (o.state <> 'approved' or p.id is null or p.status not in ${HELD})
        and not (o.state = 'approved' and o.total_minor = 0)
        and not (o.state = 'approved' and part.order_id is not null)`,
  },
  {
    name: 'free_order',
    // An order is free if its total is 0. It then has nothing of a payment, and whoever asked for it can download.
    violations: isExamined => `
      select o.id::text as id
      from orders o
      where ${isExamined('o.id')} and (
        (o.total_minor = 0) <> (o.collector_id = '')
        or o.total_minor = 0 and (
          o.state not in ('approved', 'expired') or o.fee_minor <> 0 or o.preference_id is not null
          or o.payment_url is not null or o.approved_payment_id is not null or o.next_check_at is not null
          or exists (select 1 from payments p where p.order_id = o.id)
          or exists (select 1 from receipts r where r.order_id = o.id)
          or o.state = 'approved' and exists (
            select 1 from order_items i left join download_grants g on g.order_item_id = i.id
            where i.order_id = o.id and g.id is null
          )
        )
      )`,
  },
  {
    name: 'payment_page',
    violations: isExamined => `
      select o.id::text as id
      from orders o
      where ${isExamined('o.id')} and o.state in ('expired', 'refunded') and o.payment_url is not null`,
  },
  {
    name: 'payment_page_waiting',
    // The conditions are those of acceptsPayments. An account that is not linked may refuse to close the page.
    violations: `
      select distinct o.id::text as id
      from orders o
      join payment_accounts a on a.user_id = o.seller_id and a.collector_id = o.collector_id and a.state = 'linked'
      join order_items i on i.order_id = o.id
      join products p on p.id in (i.product_id, i.pack_id)
      join users u on u.id = p.seller_id
      where o.state = 'open' and o.payment_url is not null and o.expires_at > now() and (
        least(p.taken_down_at, u.suspended_at, u.closed_at, u.sales_closed_at) < now() - interval '1 hour'
        or p.state <> 'on_sale' and p.updated_at < now() - interval '1 hour'
        or exists (
          select 1 from edition_files e join product_files f on f.id = e.file_id
          where e.edition_id = i.edition_id and f.scan_state = 'refused' and f.scanned_at < now() - interval '1 hour'
        )
      )`,
  },
  {
    name: 'paid_with_closed_grant',
    // A hold leaves what a refund or chargeback has closed as it is, since only its release reopens the downloads.
    violations: isExamined => `
      select distinct o.id::text as id
      from orders o
      join order_items i on i.order_id = o.id
      join download_grants g on g.order_item_id = i.id
      where ${isExamined('o.id')} and o.state = 'approved'
        and (g.closed_at is not null or g.closed_reason is not null)
        and not (g.closed_at is not null and case g.closed_reason
          when 'suspended' then o.held_at is not null
          when 'charged_back' then o.held_at is not null
          when 'refunded' then o.held_at is not null or exists (
            select 1 from refunds r where r.order_id = o.id and i.id = any(r.item_ids) and r.state = 'done')
          when 'withdrawn' then exists (
            select 1 from withdrawals w where w.order_id = o.id and i.id = any(w.item_ids) and w.ended_as is null)
          else false end)`,
  },
  {
    name: 'paid_without_file',
    violations: `
      select distinct o.id::text as id
      from product_files f
      join edition_files e on e.file_id = f.id
      join order_items i on i.edition_id = e.edition_id
      join orders o on o.id = i.order_id
      where f.released_at is not null and o.state = 'approved'`,
  },
  {
    name: 'item_edition',
    violations: isExamined => `
      select distinct i.order_id::text as id
      from order_items i join product_editions e on e.id = i.edition_id
      where ${isExamined('i.order_id')} and (
        e.product_id <> i.product_id
        or not exists (select 1 from edition_files f where f.edition_id = i.edition_id)
      )`,
  },
  {
    name: 'edition_on_sale',
    // The files on sale are the newest published versions of the slots that are sold.
    violations: `
      select p.id::text as id
      from products p
      left join edition_files e on e.edition_id = p.edition_id
      left join product_files f on f.id = e.file_id
      left join product_slots s on s.id = e.slot_id
      left join (
        select product_id, count(*) as count from product_slots
        where position is not null and current_file_id is not null group by product_id
      ) visible on visible.product_id = p.id
      where p.edition_id is not null and p.deleted_at is null and not p.is_pack
      group by p.id, visible.count
      having count(e.file_id) <> coalesce(visible.count, 0)
        or bool_or(s.product_id <> p.id or s.position is null or s.current_file_id is distinct from f.id
          or f.superseded_at is not null or f.published_at is null)`,
  },
  {
    name: 'product_listed',
    violations: `
      select p.id::text as id
      from products p join users u on u.id = p.seller_id
      where p.listed is distinct from (p.state = 'on_sale' and p.deleted_at is null and p.taken_down_at is null
        and u.suspended_at is null and u.closed_at is null and p.edition_id is not null
        and (not p.is_pack or (select count(*) >= 2 and bool_and(part.listed) from pack_parts k
          join products part on part.id = k.product_id where k.pack_id = p.id)))`,
  },
  {
    name: 'pack_on_sale',
    // A pack has the files of its parts, and is for sale only if all of them are. Its lines belong to its seller.
    violations: `
      select p.id::text as id
      from products p
      where p.is_pack and p.state <> 'draft' and p.deleted_at is null and (
        exists (
          select 1 from pack_parts k join products part on part.id = k.product_id
          where k.pack_id = p.id and (part.seller_id <> p.seller_id or part.is_pack or part.state = 'draft')
        )
        or (select array_agg(e.file_id order by e.file_id) from edition_files e where e.edition_id = p.edition_id)
          is distinct from (
            select array_agg(e.file_id order by e.file_id)
            from pack_parts k join products part on part.id = k.product_id
            join edition_files e on e.edition_id = part.edition_id
            where k.pack_id = p.id
          )
      )
      union
      select distinct i.order_id::text
      from order_items i join products p on p.id = i.pack_id
      where i.pack_id is not null and (not p.is_pack or p.seller_id <> i.seller_id or i.pack_name is null)`,
  },
  {
    name: 'order_events',
    // An order in review that is dismissed ends as refunded if its payment was. An order that was rebuilt does not say
    // the address that it had in the beginning.
    violations: isExamined => `
      select o.id::text as id
      from orders o
      left join order_events e on e.order_id = o.id
        and e.kind in ('ordered', 'email_changed', 'delivered', 'refunded', 'dismissed')
      where ${isExamined('o.id')}
      group by o.id
      having o.state = 'approved' and o.total_minor > 0 and not coalesce(bool_or(e.kind = 'delivered'), false)
        or o.state = 'refunded' and not coalesce(bool_or(e.kind in ('refunded', 'dismissed')), false)
        or o.payer_email <> '' and not coalesce(bool_or(e.detail ->> 'address' = ${MASKED_EMAIL}), true)`,
  },
  {
    name: 'paid_without_receipt',
    violations: isExamined => `
      select o.id::text as id
      from orders o
      where ${isExamined('o.id')} and o.state = 'approved' and o.total_minor > 0
        and not exists (select 1 from receipts r where r.order_id = o.id)`,
  },
  {
    name: 'paid_without_conversion',
    // A receiver that was saved again since the delivery may be another one. The minute is for deliveries that had
    // begun before it was saved. Events are deleted after 400 days.
    violations: isExamined => `
      select distinct o.id::text as id
      from orders o
      join conversion_receivers r on r.seller_id = o.seller_id
      join order_events e on e.order_id = o.id and e.kind = 'delivered'
      left join conversion_events c on c.receiver_id = r.id and c.order_id = o.id and c.kind = 'purchase'
      where ${isExamined('o.id')} and o.state = 'approved' and o.total_minor > 0 and o.allows_conversions
        and e.at > r.saved_at + interval '1 minute' and e.at > now() - interval '390 days' and c.id is null`,
  },
  {
    name: 'paid_without_address',
    violations: `select id::text as id from orders where state = 'approved' and payer_email = ''`,
  },
  {
    name: 'closed_access',
    // A refund or a chargeback can follow. The email is queued soon afterwards.
    violations: `
      select o.id::text as id
      from orders o
      where (o.access_closed_at is null) <> (coalesce(o.access_closed_reason, '') = '')
        or o.access_closed_at is not null and (
          o.approved_at is null
          or not exists (
            select 1 from order_events e where e.order_id = o.id and e.kind = 'access_closed'
          )
          or not exists (
            select 1 from order_emails m where m.order_id = o.id and m.key in (
              select 'event:' || e.id from order_events e
              where e.order_id = o.id and e.kind = 'access_closed'
            )
          ) and o.access_closed_at < now() - interval '1 hour'
        )`,
  },
  {
    name: 'refund_waiting',
    violations: `
      select payment_id as id from refunds
      where state in ('requested', 'sent') and created_at < now() - interval '7 days'`,
  },
  {
    name: 'refund_part',
    // Refunds of parts are made of what is left of a payment, and close the downloads of the items that they return.
    violations: isExamined => `
      select p.id
      from payments p
      join refunds r on r.payment_id = p.id and r.amount_minor is not null
      where ${isExamined('p.order_id')} and r.state in ('requested', 'sent', 'done')
      group by p.id
      having sum(r.amount_minor) > p.amount_minor
        or coalesce(sum(r.amount_minor) filter (where r.state = 'done'), 0) > p.refunded_minor
      union
      select r.payment_id
      from refunds r
      join orders o on o.id = r.order_id
      join payments p on p.id = r.payment_id
      join download_grants g on g.order_item_id = any(r.item_ids)
      where ${isExamined('o.id')} and r.state = 'done' and o.state = 'approved' and g.closed_at is null
        and (p.id = o.approved_payment_id or p.is_part)
        and not exists (
          select 1 from refunds other where other.order_id = r.order_id
            and other.request_key = r.request_key and other.state <> 'done'
        )`,
  },
  {
    name: 'refund_reported',
    violations: isExamined => `
      select r.payment_id as id
      from refunds r
      join provider_refunds m on m.id = r.provider_refund_id
      left join payments p on p.id = r.payment_id
      where (r.order_id is null or ${isExamined('r.order_id')}) and (
        (r.state = 'refused' and m.state = 'done')
        or (r.state = 'done' and m.state <> 'done' and p.status <> 'refunded')
      )
      union
      select p.id
      from payments p
      join provider_refunds m on m.payment_id = p.id
      where ${isExamined('p.order_id')}
      group by p.id
      having bool_and(m.amount_minor is not null)
        and coalesce(sum(m.amount_minor) filter (where m.state = 'done'), 0) <> p.refunded_minor`,
  },
  {
    name: 'refund_payment',
    violations: `
      select r.payment_id as id
      from refunds r
      left join payments p on p.id = r.payment_id
      left join unmatched_payments u on u.id = r.payment_id
      where r.order_id is distinct from p.order_id or (p.id is null and u.id is null)`,
  },
  {
    name: 'unscanned_sale',
    // A file from before the scanner was set can be refused after it was sold. The minute is for different clocks. The
    // downloads of an infected file are then closed, unless an admin has opened them.
    violations: `
      select distinct o.id::text as id
      from product_files f
      join edition_files e on e.file_id = f.id
      join order_items i on i.edition_id = e.edition_id
      join orders o on o.id = i.order_id
      where f.scan_state = 'waiting'
        or (f.scan_state = 'refused' and o.created_at > f.scanned_at + interval '1 minute')
      union
      select o.id::text
      from product_files f
      join edition_files e on e.file_id = f.id
      join order_items i on i.edition_id = e.edition_id
      join download_grants g on g.order_item_id = i.id and g.closed_at is null
      join orders o on o.id = i.order_id
      where f.scan_refusal = 'malware' and f.scanned_at < now() - interval '1 hour'
        and o.state = 'approved' and o.access_closed_at is null
        and not exists (
          select 1 from order_events e where e.order_id = o.id and e.kind = 'access_opened'
            and e.detail ->> 'requestedBy' = 'admin'
        )`,
  },
  {
    name: 'rebuilt_order',
    // The reconciliation that applies the payment follows within seconds, or when the provider is back.
    violations: `
      select u.id
      from unmatched_payments u
      left join orders o on o.id::text = u.order_id
      left join payments p on p.id = u.id and p.order_id = o.id
      where u.rebuilt_at is not null and (
        o.id is null
        or (p.id is null and u.rebuilt_at < now() - interval '1 hour')
        or not exists (
          select 1 from payment_accounts a
          where a.user_id = o.seller_id and a.collector_id = o.collector_id
        )
        or exists (
          select 1 from order_items i join products pr on pr.id = i.product_id
          where i.order_id = o.id and pr.seller_id <> o.seller_id
        )
      )`,
  },
]
