ALTER TABLE "products" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "products_request" ON "products" USING btree ("seller_id","request_key") WHERE deleted_at is null;