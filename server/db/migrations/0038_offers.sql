CREATE TABLE "product_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"price" integer NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "list_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "offer_kind" text;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "product_prices_product_id_asked_at_index" ON "product_prices" USING btree ("product_id","asked_at");--> statement-breakpoint
CREATE INDEX "product_prices_asked_at_index" ON "product_prices" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "products_offer_until" ON "products" USING btree ("offer_until") WHERE offer_until is not null;