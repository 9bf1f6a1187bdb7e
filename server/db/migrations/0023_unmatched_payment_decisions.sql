ALTER TABLE "refunds" DROP CONSTRAINT "refunds_payment_id_payments_id_fk";
--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD COLUMN "provider_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD COLUMN "rebuilt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD COLUMN "admins_informed_at" timestamp with time zone;