-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_without_number" ON "orders" USING btree ("id") WHERE "number" IS NULL;--> statement-breakpoint
-- repeat until no row changes
UPDATE "orders" SET "number" = new_order_number()
WHERE "id" IN (SELECT "id" FROM "orders" WHERE "number" IS NULL LIMIT 1000);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_without_number";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_number_present";--> statement-breakpoint
-- The validated constraint spares SET NOT NULL from reading the table while it is locked.
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_present" CHECK ("number" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_number_present";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_number_present";
