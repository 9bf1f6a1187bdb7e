-- outside a transaction
drop index concurrently if exists ledger_entries_unplaced
--> statement-breakpoint
create index concurrently ledger_entries_unplaced on ledger_entries (id) where counts_at is null
--> statement-breakpoint
-- repeat until no row changes
update ledger_entries e set seller_id = o.seller_id,
  counts_at = case when e.kind in ('payment', 'commission', 'commission_difference', 'provider_fee')
    then f.occurred_at else e.occurred_at end
from payments p, orders o, ledger_entries f
where e.id in (select id from ledger_entries where counts_at is null order by id limit 5000)
  and p.id = e.payment_id and o.id = p.order_id and f.payment_id = e.payment_id and f.number = 1
--> statement-breakpoint
drop index concurrently if exists ledger_entries_unplaced
--> statement-breakpoint
drop index concurrently if exists ledger_entries_statement
--> statement-breakpoint
create index concurrently ledger_entries_statement on ledger_entries (seller_id, counts_at)
--> statement-breakpoint
drop index concurrently if exists ledger_entries_late
--> statement-breakpoint
create index concurrently ledger_entries_late on ledger_entries (seller_id, created_at) where created_at - counts_at > interval '24:00:00'
