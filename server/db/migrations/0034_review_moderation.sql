ALTER TABLE "product_reviews" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD COLUMN "report_reason" text;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD COLUMN "report_closed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "product_reviews_reported" ON "product_reviews" USING btree ("id") WHERE "product_reviews"."reported_at" is not null and "product_reviews"."report_closed_at" is null;--> statement-breakpoint
CREATE INDEX "product_reviews_hidden" ON "product_reviews" USING btree ("id") WHERE "product_reviews"."hidden_at" is not null;