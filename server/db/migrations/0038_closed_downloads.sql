ALTER TABLE "orders" ADD COLUMN "access_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "access_closed_reason" text;--> statement-breakpoint
CREATE INDEX "orders_access_closed" ON "orders" USING btree ("access_closed_at") WHERE "orders"."access_closed_at" is not null;