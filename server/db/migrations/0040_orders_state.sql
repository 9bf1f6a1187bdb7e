-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_state" ON "orders" USING btree ("state");
