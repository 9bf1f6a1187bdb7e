CREATE TABLE "product_counts" (
	"category_id" integer NOT NULL,
	"subcategory_id" integer NOT NULL,
	"file_type" text NOT NULL,
	"is_price_dynamic" boolean NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_live";--> statement-breakpoint
DROP INDEX "products_live_category";--> statement-breakpoint
DROP INDEX "products_live_subcategory";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "file_type" text;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_sold" ON "products" USING btree ("sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_price_order" ON "products" USING btree ("price","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category_id","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_sold" ON "products" USING btree ("category_id","sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category_id","price","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_shelf_newest" ON "products" USING btree ("subcategory_id","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_shelf_sold" ON "products" USING btree ("subcategory_id","sales_count","id") WHERE listed;--> statement-breakpoint
CREATE INDEX "products_shelf_price" ON "products" USING btree ("subcategory_id","price","id") WHERE listed;