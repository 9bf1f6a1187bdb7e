-- outside a transaction
ALTER TABLE "webhook_events" ADD COLUMN IF NOT EXISTS "signature" text;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_events_signature";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_events_signature" ON "webhook_events" USING btree ("signature");
