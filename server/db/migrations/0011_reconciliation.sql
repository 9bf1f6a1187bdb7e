CREATE TABLE "unmatched_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"collector_id" text NOT NULL,
	"order_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"application_fee_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "application_fee_minor" bigint;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "reconciliation_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "reconciled_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD CONSTRAINT "unmatched_payments_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unmatched_payments_kept" ON "unmatched_payments" USING btree ("first_seen_at") WHERE "unmatched_payments"."status" in ('approved', 'in_mediation');--> statement-breakpoint
CREATE INDEX "orders_commission_review" ON "orders" USING btree ("created_at") WHERE "orders"."review_reason" = 'another_commission';