CREATE TABLE "receipt_buyers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipt_buyers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"tax_id_kind" text NOT NULL,
	"tax_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"seller_id" integer PRIMARY KEY NOT NULL,
	"latest" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seller_name" text,
	"seller_tax_id_kind" text,
	"seller_tax_id" text,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seller_tax_data" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tax_id_kind" text NOT NULL,
	"tax_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipt_buyers" ADD CONSTRAINT "receipt_buyers_order_id_receipts_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."receipts"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_numbers" ADD CONSTRAINT "receipt_numbers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seller_tax_data" ADD CONSTRAINT "seller_tax_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_buyers_order_id_id_index" ON "receipt_buyers" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("seller_id","number");