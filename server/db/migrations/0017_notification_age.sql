-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notifications_age" ON "notifications" USING btree ("created_at");
