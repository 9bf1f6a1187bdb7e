CREATE TABLE "bumps" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"offered_id" integer NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "bumps_terms" CHECK ("bumps"."percent" between 0 and 90 and "bumps"."offered_id" <> "bumps"."product_id")
);
--> statement-breakpoint
ALTER TABLE "bumps" ADD CONSTRAINT "bumps_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bumps" ADD CONSTRAINT "bumps_offered_id_products_id_fk" FOREIGN KEY ("offered_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bumps_offered_id_index" ON "bumps" USING btree ("offered_id");