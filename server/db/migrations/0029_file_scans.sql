ALTER TABLE "product_files" ADD COLUMN "scan_state" text;--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN "scanned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN "scan_refusal" text;--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN "scan_signature" text;--> statement-breakpoint
ALTER TABLE "product_files" ADD COLUMN "on_sale_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "product_files_waiting" ON "product_files" USING btree ("id") WHERE scan_state = 'waiting';--> statement-breakpoint
CREATE INDEX "product_files_refused" ON "product_files" USING btree ("id") WHERE scan_refusal is not null;