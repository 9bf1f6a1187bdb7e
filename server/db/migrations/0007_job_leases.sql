-- outside a transaction
ALTER TABLE "jobs" ADD COLUMN IF NOT EXISTS "lost_leases" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "jobs_done";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "jobs_done" ON "jobs" USING btree ("finished_at") WHERE "jobs"."state" = 'done';
