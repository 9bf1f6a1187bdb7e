CREATE TABLE "refused_order_mails" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"address_hash" text NOT NULL,
	"message_id" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refused_order_mails" ADD CONSTRAINT "refused_order_mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;