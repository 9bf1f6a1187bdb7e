-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "order_items_mostly_refunded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_items_mostly_refunded" ON "order_items" USING btree ("sold_at","id") WHERE "order_items"."sale_state" = 'approved' and 2 * "order_items"."refunded_minor" > "order_items"."price_minor";
