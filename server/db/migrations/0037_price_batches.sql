CREATE TABLE "price_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"ending" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"batch_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"old_price" integer NOT NULL,
	"new_price" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "price_changes_batch_id_product_id_pk" PRIMARY KEY("batch_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "price_batches" ADD CONSTRAINT "price_batches_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_batch_id_price_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."price_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "price_batches_seller_id_id_index" ON "price_batches" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "price_batches_planned" ON "price_batches" USING btree ("starts_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "price_batches_old" ON "price_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "price_changes_product_id_state_index" ON "price_changes" USING btree ("product_id","state");