-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "ledger_entries_created" ON "ledger_entries" USING brin ("created_at");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_events_at";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_events_at" ON "order_events" USING brin ("at");
