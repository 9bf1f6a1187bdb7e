-- outside a transaction
alter table order_events add column if not exists once text
--> statement-breakpoint
drop index concurrently if exists order_events_once
--> statement-breakpoint
create unique index concurrently order_events_once on order_events (order_id, kind, once) where once is not null
--> statement-breakpoint
-- repeat until no row changes
update order_events set kind = 'held'
where id in (select id from order_events where kind = 'suspended' order by id limit 1000)
--> statement-breakpoint
-- repeat until no row changes
update notifications
set kind = case kind when 'sale' then 'delivered' when 'refund' then 'refunded' when 'chargeback' then 'charged_back' else 'review' end,
  detail = detail
    || case when kind = 'sale' then jsonb_build_object('shareMinor', detail -> 'amountMinor') else '{}' end
    || case when kind = 'order_review' then jsonb_build_object('reason', detail -> 'review') else '{}' end
where id in (
  select id from notifications where kind in ('sale', 'refund', 'chargeback', 'order_review') order by id limit 1000
)
--> statement-breakpoint
-- repeat until no row changes
update notifications set detail = detail - 'reason' || jsonb_build_object('note', detail -> 'reason')
where id in (
  select id from notifications where kind = 'product_review_hidden' and detail ? 'reason' order by id limit 1000
)
