ALTER TABLE "orders" ADD COLUMN "admins_informed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "orders_admins_informed" ON "orders" USING btree ("admins_informed_at") WHERE "orders"."admins_informed_at" is not null;--> statement-breakpoint
-- The admins were emailed about these orders when each of them went to review.
UPDATE "orders" SET "admins_informed_at" = now() WHERE "state" = 'review' OR "held_at" IS NOT NULL;
