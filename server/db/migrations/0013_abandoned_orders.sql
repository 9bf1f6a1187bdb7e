-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_abandoned" ON "orders" USING btree ("created_at") WHERE "orders"."state" = 'expired' and "orders"."payer_email" <> '';
