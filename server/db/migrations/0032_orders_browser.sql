-- outside a transaction
drop index concurrently if exists orders_browser
--> statement-breakpoint
create index concurrently orders_browser on orders (browser_hash) where browser_hash is not null
