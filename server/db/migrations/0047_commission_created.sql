-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_commission_created";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "ledger_entries_commission_created" ON "ledger_entries" USING btree ("created_at") WHERE "ledger_entries"."kind" in ('commission', 'commission_difference', 'commission_returned');
