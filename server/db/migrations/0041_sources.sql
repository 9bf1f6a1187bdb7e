CREATE TABLE "visits_daily" (
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"medium" text NOT NULL,
	"campaign" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "visits_daily_product_id_day_source_medium_campaign_pk" PRIMARY KEY("product_id","day","source","medium","campaign")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source_medium" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source_campaign" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "referrer_host" text;--> statement-breakpoint
ALTER TABLE "visits_daily" ADD CONSTRAINT "visits_daily_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits_daily" ADD CONSTRAINT "visits_daily_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visits_daily_seller_id_day_index" ON "visits_daily" USING btree ("seller_id","day");--> statement-breakpoint
CREATE INDEX "visits_daily_day_index" ON "visits_daily" USING btree ("day");