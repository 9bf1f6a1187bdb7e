CREATE TABLE "admin_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"target_id" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "product_previews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_previews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"image_key" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_previews_imageKey_unique" UNIQUE("image_key")
);
--> statement-breakpoint
CREATE TABLE "mail_settings" (
	"user_id" integer NOT NULL,
	"topic" text NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "mail_settings_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_userId_dedupeKey_unique" UNIQUE("user_id","dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"requested_by" integer NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "order_items_product_id_index";--> statement-breakpoint
ALTER TABLE "product_views" ADD COLUMN "seller_id" integer;--> statement-breakpoint
UPDATE "product_views" v SET "seller_id" = p."seller_id" FROM "products" p WHERE p."id" = v."product_id";--> statement-breakpoint
ALTER TABLE "product_views" ALTER COLUMN "seller_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "taken_down_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "taken_down_reason" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "seller_id" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "sold_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "sale_state" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "currency" text;--> statement-breakpoint
-- Lines that are there say what their orders and payments say.
UPDATE "order_items" i SET
	"seller_id" = o."seller_id",
	"currency" = o."currency",
	"sold_at" = coalesce(o."approved_at", o."created_at"),
	"sale_state" = CASE
		WHEN o."state" NOT IN ('open', 'expired') THEN o."state"
		WHEN n."status" IS NULL THEN NULL
		WHEN o."state" = 'expired' THEN 'expired'
		WHEN n."status" = 'pending' THEN 'pending'
		WHEN n."status" IN ('rejected', 'cancelled') THEN 'rejected'
		ELSE 'in_process'
	END
FROM "orders" o
LEFT JOIN LATERAL (
	SELECT p."status" FROM "payments" p WHERE p."order_id" = o."id"
	ORDER BY p."provider_created_at" DESC NULLS LAST, p."created_at" DESC LIMIT 1
) n ON true
WHERE o."id" = i."order_id";--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "seller_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "sold_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "currency" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
-- What a fraud alert held back stays held, until a person releases it.
UPDATE "orders" SET "held_at" = now() WHERE "state" = 'review' AND "review_reason" LIKE 'fraud alert%';--> statement-breakpoint
UPDATE "orders" o SET "held_at" = g."closed_at", "review_reason" = 'fraud alert' FROM "grants" g
	JOIN "order_items" i ON i."id" = g."order_item_id"
	WHERE i."order_id" = o."id" AND g."closed_reason" = 'suspended';--> statement-breakpoint
UPDATE "orders" SET "review_reason" = CASE
		WHEN "review_reason" LIKE 'fraud alert%' THEN 'fraud_alert'
		WHEN "review_reason" LIKE '%another order' THEN 'another_order'
		WHEN "review_reason" LIKE '%another collector' THEN 'another_collector'
		WHEN "review_reason" LIKE '%another currency' THEN 'another_currency'
		WHEN "review_reason" LIKE '%another amount' THEN 'another_amount'
		WHEN "review_reason" LIKE '%not live mode' THEN 'not_live_mode'
		ELSE 'account_unreadable'
	END WHERE "review_reason" IS NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "problem" = replace("problem", ' ', '_') WHERE "problem" IS NOT NULL;--> statement-breakpoint
UPDATE "order_events" SET "detail" = jsonb_build_object('reason', CASE
		WHEN ("detail"->>'reason') LIKE 'fraud alert%' THEN 'fraud_alert'
		WHEN ("detail"->>'reason') LIKE '%another order' THEN 'another_order'
		WHEN ("detail"->>'reason') LIKE '%another collector' THEN 'another_collector'
		WHEN ("detail"->>'reason') LIKE '%another currency' THEN 'another_currency'
		WHEN ("detail"->>'reason') LIKE '%another amount' THEN 'another_amount'
		WHEN ("detail"->>'reason') LIKE '%not live mode' THEN 'not_live_mode'
		ELSE 'account_unreadable'
	END) WHERE "kind" IN ('review', 'suspended') AND "detail" ? 'reason';--> statement-breakpoint
ALTER TABLE "seller_spaces" ADD COLUMN "told_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_actions" ADD CONSTRAINT "admin_actions_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reports" ADD CONSTRAINT "product_reports_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_previews" ADD CONSTRAINT "product_previews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_actions_target_target_id_id_index" ON "admin_actions" USING btree ("target","target_id","id");--> statement-breakpoint
CREATE INDEX "product_reports_product_id_index" ON "product_reports" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_reports_open" ON "product_reports" USING btree ("id") WHERE "product_reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "product_previews_product_id_position_index" ON "product_previews" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "notifications_user_id_id_index" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_order_id_index" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_a_payment" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" <> 'refused';--> statement-breakpoint
ALTER TABLE "product_views" ADD CONSTRAINT "product_views_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_views_seller_id_day_index" ON "product_views" USING btree ("seller_id","day");--> statement-breakpoint
CREATE INDEX "product_views_day_index" ON "product_views" USING btree ("day");--> statement-breakpoint
CREATE INDEX "order_items_file_id_index" ON "order_items" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "order_items_desk" ON "order_items" USING btree ("seller_id","sold_at","id") WHERE "order_items"."sale_state" is not null;--> statement-breakpoint
CREATE INDEX "order_items_product_id_sold_at_id_index" ON "order_items" USING btree ("product_id","sold_at","id");--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_at") WHERE "orders"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_notices_processed_at_index" ON "payment_notices" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("order_id") WHERE "payments"."refund_due";--> statement-breakpoint
CREATE INDEX "link_attempts_expires_at_index" ON "link_attempts" USING btree ("expires_at");