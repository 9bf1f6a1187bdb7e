CREATE TABLE "address_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"requested_by" text NOT NULL,
	"new_email" text NOT NULL,
	"new_token_hash" text NOT NULL,
	"old_token_hash" text,
	"new_confirmed_at" timestamp with time zone,
	"old_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_changes_newTokenHash_unique" UNIQUE("new_token_hash"),
	CONSTRAINT "address_changes_oldTokenHash_unique" UNIQUE("old_token_hash")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_changes_order_id_index" ON "address_changes" USING btree ("order_id");