ALTER TABLE "payments" ADD COLUMN "merchant_order_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_part" boolean DEFAULT false NOT NULL;