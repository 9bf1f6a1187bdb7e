ALTER TABLE "products" ADD COLUMN "guarantee_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "guarantee_days" integer DEFAULT 0 NOT NULL;